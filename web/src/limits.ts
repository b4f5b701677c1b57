import { most_message_bytes } from '../../src/play/limits.json';

/** The bounds that the server keeps and the page must know, which are said in one place for both. */
export {
  key_length as keyLength,
  least_engine_seconds as leastEngineSeconds,
  message_burst as messageBurst,
  messages_per_second as messagesPerSecond,
  most_clock_days as mostClockDays,
  most_clock_increment as mostClockIncrement,
  most_clock_seconds as mostClockSeconds,
  most_engine_seconds as mostEngineSeconds,
  most_glances as mostGlances,
  most_message_bytes as mostMessageBytes,
} from '../../src/play/limits.json';

/** Letters of moves that leave room in a message for all else: of a longer line only its end is sent, from the position where that begins. */
export const mostMoves = most_message_bytes - 1096;
