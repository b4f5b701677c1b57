/** What the program and the pages of rules say has straight apostrophes, as one types them; on the page they are as in print. */
export const printed = (words: string): string => words.replace(/(?<=\p{L})'/gu, '’');
