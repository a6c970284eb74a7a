package bot;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.botarena.v1.Prompt;
import dev.botarena.v1.Seated;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToIntFunction;

/** A bot for SCOUT and Carrera: the part to rewrite. {@link Arena} keeps it connected. */
public final class Bot {
  private Bot() {}

  public static void main(String[] arguments) throws InterruptedException {
    System.exit(new Arena(Bot::choose).play());
  }

  /**
   * Returns one of the prompt's legal actions. Whatever it throws is a fault. It is called by many
   * threads at once, one for each match.
   */
  static String choose(Seated seated, Prompt prompt) throws InvalidProtocolBufferException {
    Any seen = prompt.getObservation();
    List<String> actions = prompt.getLegalActionsList();
    return switch (seated.getGame().getName()) {
      case "scout" -> scout(seen.unpack(dev.botarena.scout.v1.Observation.class), actions);
      case "carrera" -> carrera(seen.unpack(dev.botarena.carrera.v1.Observation.class), actions);
      default -> actions.get(0);
    };
  }

  /** Keeps the side that counts more, shows all the cards it can, and scouts if it can show none. */
  private static String scout(dev.botarena.scout.v1.Observation seen, List<String> actions) {
    if (seen.getPhase().equals("flip")) {
      int gain = seen.getHandList().stream().mapToInt(c -> c.getDown() - c.getUp()).sum();
      return gain > 0 ? "flip" : "keep";
    }
    return best(actions, words -> words[0].equals("show") ? Integer.parseInt(words[2]) : 0);
  }

  /** Saves fuel for the sixth trick, the only one that wins a trophy, and refills when it can. */
  private static String carrera(dev.botarena.carrera.v1.Observation seen, List<String> actions) {
    boolean wantsFuel = seen.getMarket() > 0 && seen.getFuel(seen.getSeat()) < 5;
    return best(
        actions,
        words -> {
          int rank = words[1].charAt(0) - '0';
          boolean up = words[0].equals("up");
          if (seen.getTrick() == 6) {
            return up ? rank + Integer.parseInt(words[2]) : -1;
          }
          if (up) {
            return rank - 10 * Integer.parseInt(words[2]) + (words.length == 4 ? 10 : 0);
          }
          return (wantsFuel ? 9 : -1) - rank;
        });
  }

  /** Returns the action that is worth most, the first of several. */
  private static String best(List<String> actions, ToIntFunction<String[]> worth) {
    Comparator<String> byWorth = Comparator.comparingInt(a -> worth.applyAsInt(a.split(" ")));
    return actions.stream().reduce((a, b) -> byWorth.compare(b, a) > 0 ? b : a).orElseThrow();
  }
}
