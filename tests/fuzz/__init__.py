"""Sends the arena whatever can be sent: no crash, no hang, codes that say what is wrong."""
