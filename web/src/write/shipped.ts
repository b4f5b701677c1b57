/** The written games that come with the program. */
import { files, games } from 'virtual:written';

const pictures = import.meta.glob<string>('../../../docs/pictures/written-*.svg', { query: '?url', import: 'default', eager: true });

export { games };

export const pictureOf = (game: string): string | undefined => pictures[`../../../docs/pictures/written-${files[game]}.svg`];

/** A first game: the tutorial's. */
export const first = `game threes "Threes"
summary "Place a piece each turn; three of yours in a row win."
board rectangle 3x3
move place  at in empty
  put mine at
end line lose if any row(3, theirs)
stuck full draw
`;
