package bot;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.botarena.v1.Prompt;
import dev.botarena.v1.Seated;
import java.util.*;

/** A bot for SCOUT and Carrera: the part to rewrite. {@link Arena} keeps it connected. */
final class Bot {
  public static void main(String[] arguments) throws Exception {
    new Arena().play();
  }

  /** Returns a legal action, in a thread for each prompt. Whatever it throws is a fault. */
  static String choose(Seated seated, Prompt prompt) throws InvalidProtocolBufferException {
    var seen = prompt.getObservation();
    var actions = prompt.getLegalActionsList();
    return switch (seated.getGame().getName()) {
      case "scout" -> scout(seen.unpack(dev.botarena.scout.v1.Observation.class), actions);
      case "carrera" -> carrera(seen.unpack(dev.botarena.carrera.v1.Observation.class), actions);
      default -> actions.get(0);
    };
  }

  /**
   * Keeps the side that counts more, shows all the cards it can, and scouts if it can show none.
   */
  private static String scout(dev.botarena.scout.v1.Observation seen, List<String> actions) {
    int gain = seen.getHandList().stream().mapToInt(c -> c.getDown() - c.getUp()).sum();
    if (seen.getPhase().equals("flip")) {
      return gain > 0 ? "flip" : "keep";
    }
    return Collections.max(actions, Comparator.comparingInt(Bot::shown));
  }

  /** Returns how many cards an action such as "show 2 3" shows. */
  private static int shown(String action) {
    String[] words = action.split(" ");
    return words[0].equals("show") ? Integer.parseInt(words[2]) : 0;
  }

  /** Saves its strength, by which actions are sorted, for the trick that wins a trophy. */
  private static String carrera(dev.botarena.carrera.v1.Observation seen, List<String> actions) {
    return actions.get(seen.getTrick() == 6 ? actions.size() - 1 : 0);
  }
}
