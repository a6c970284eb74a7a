"""Between our dataclasses and the messages of `botarena`, both ways; a value survives the way.

Functions named `x_message` make a message, those named `x_from` read one. Reading raises
`ValueError` that says what is wrong with the message. `records` is for the arena alone, the rest
is also for the SDK.
"""
