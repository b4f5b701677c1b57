/**
 * What has been done to the game meanwhile, by the same player in another window or by the other, is told by its state. A request of the page is
 * always one that was possible: it is refused where another move was made, moves were taken back, the game has ended or other players sit there.
 * The sentences are those of src/play, and of local/games.ts.
 */
const sentences = [
  /^(move|offer|resign): the game is over: /,
  /^hint: the game (is over$|went on )/,
  /^(move|hint|offer): the engine is to move$/,
  /^move: (another move |ply is )/,
  /^offer: (there is a rematch already|a rematch can be offered )/,
  /^(accept|decline): no \w+ is offered any more$/,
  /^undo: a loss on time /,
  /^resign: \w+ is not played by a person$/,
  /^the game was changed elsewhere$/,
];

export const isOvertaken = ({ message }: Error): boolean => sentences.some((each) => each.test(message));
