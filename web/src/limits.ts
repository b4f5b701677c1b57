import { most_message_bytes } from '../../src/ask/limits.json';

/** The bounds that the server keeps and the page must know, which are said in one place for both. */
export {
  key_length as keyLength,
  least_blunder as leastBlunder,
  least_engine_seconds as leastEngineSeconds,
  least_inaccuracy as leastInaccuracy,
  least_mistake as leastMistake,
  message_burst as messageBurst,
  messages_per_second as messagesPerSecond,
  most_clock_days as mostClockDays,
  most_clock_increment as mostClockIncrement,
  most_clock_seconds as mostClockSeconds,
  most_engine_seconds as mostEngineSeconds,
  most_glances as mostGlances,
  most_analysis_lines as mostLines,
  most_message_bytes as mostMessageBytes,
  review_doubt as reviewDoubt,
  review_first_look as reviewFirstLook,
  review_second_look as reviewSecondLook,
} from '../../src/ask/limits.json';

/** Bounds of the program that are no server's; a test compares them with its headers. Letters of a mark's label and of a caption. */
export const longestLabel = 3;
export const longestCaption = 500;
/** The levels for people are numbered from 1 to this. */
export const mostLevel = 8;

/** Letters of moves that leave room in a message for all else: of a longer line only its end is sent, from the position where that begins. */
export const mostMoves = most_message_bytes - 1096;
