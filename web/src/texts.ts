import type { NamedColours, Owner } from './board';
import type { PieceNames, Player, Result, Score } from './protocol.ts';

/** Every word of the page, in every language. The server's own sentences (errors) are English. */

export type Language = 'en' | 'it';

interface Deed {
  his(colour: string): string;
  theirs: string;
  yours: string;
}

const en = {
  code: 'en' as Language,
  otherLanguage: 'Italiano',
  board: (title: string) => `${title} board`,

  newGame: 'New game',
  chooseGame: 'Choose a game',
  allGames: 'All games',
  playGame: (title: string) => `Play ${title}`,
  lasts: ([least, most]: readonly [number, number]) => (least === most ? `${least} min` : `${least}–${most} min`),
  variants: 'Variants',
  standardGame: 'Standard',
  options: 'Options',
  columns: (name: string) => `${name}: columns`,
  rows: (name: string) => `${name}: rows`,
  variant: 'Variant',
  players: 'Players',
  plays: (colour: string) => `${colour}, played by`,
  person: 'Person',
  strength: { quick: 'Quick engine', steady: 'Steady engine', deep: 'Deep engine' },
  engine: (seconds: string) => `Engine, ${seconds} s`,
  level: (level: number) => `Engine, level ${level}`,
  start: 'Play',
  cancel: 'Back to the game',
  loading: 'Loading…',

  toMove: (colour: string) => `${colour} to move`,
  choose: (colour: string) => `${colour}: choose a marked cell`,
  thinking: (colour: string) => `${colour} is thinking…`,
  moved: (colour: string, move: string) => `${colour}: ${move}.`,
  pieces: (count: number) => (count === 1 ? '1 piece' : `${count} pieces`),
  inHand: (colour: string) => `${colour}: pieces in hand`,
  wins: (colour: string) => `${colour} wins`,
  youWon: 'You won',
  youLost: 'You lost',
  draw: 'Draw',
  by: (score: number) => ` by ${score}`,
  /** Of what the players do; a game's own reasons come with the result. */
  reasons: {
    agreed: 'by agreement',
  } as Record<string, string>,
  /** What a player did that ended the game: told of him by his colour, to his opponent, and to himself. */
  deeds: {
    resigned: { his: (colour: string) => `${colour} resigned`, theirs: 'your opponent resigned', yours: 'you resigned' },
    time: {
      his: (colour: string) => `${colour} ran out of time`, theirs: 'your opponent ran out of time', yours: 'you ran out of time',
    },
  } as Record<string, Deed>,

  clock: {
    label: 'Clock',
    none: 'No clock',
    game: (minutes: number, increment: number) => `${minutes} min + ${increment} s`,
    perMove: (days: number) => (days === 1 ? '1 day a move' : `${days} days a move`),
    own: 'Other…',
    minutes: 'Minutes',
    increment: 'Seconds more after each move',
    days: (days: number, hours: number) => (hours > 0 ? `${days} d ${hours} h` : `${days} d`),
    of: (colour: string) => `${colour}: time left`,
    left: (seconds: number) => (seconds === 60 ? 'One minute left' : `${seconds} seconds left`),
  },

  you: 'You',
  friend: 'Friend',
  yourFriend: 'Your friend',
  player: 'Player',
  connected: 'connected',
  away: 'not connected',
  yourTurn: 'Your turn',
  watching: 'You are watching',
  invitation: (colour: string) => `You are invited to play ${colour}.`,
  takeSeat: (colour: string) => `Play ${colour}`,
  orWatch: 'Until then you only watch.',
  inviteLapses: (days: number) => `The link holds for ${days === 1 ? 'a day' : `${days} days`} without a move.`,
  inviteFriend: 'Send this link to your friend',
  inviteHelp: (colour: string) => `Whoever opens it first may play ${colour}. You can begin as soon as it is your turn.`,
  watchLink: 'Link to watch',
  ownLink: 'Your own link: keep it to yourself',
  links: 'Links',
  share: 'Share',
  embed: 'Embed in a page (HTML)',

  takeBack: 'Take back',
  rematch: 'Rematch',
  toRematch: 'To the rematch',
  accept: 'Accept',
  decline: 'Decline',
  withdraw: 'Withdraw',
  offers: {
    draw: (who: string) => `${who} offers a draw.`,
    takeback: (who: string) => `${who} would like to take a move back.`,
    rematch: (who: string) => `${who} would like a rematch.`,
  },
  offered: { draw: 'You offered a draw.', takeback: 'You asked to take a move back.', rematch: 'You offered a rematch.' },
  declined: { draw: 'No draw.', takeback: 'The move stands.', rematch: 'No rematch.' },

  myGames: 'My games',
  moreGames: (count: number) => (count === 1 ? 'One more game' : `${count} more games`),
  atThisScreen: 'Two at this screen',
  ago: {
    now: 'just now',
    minutes: (count: number) => `${count} min ago`,
    hours: (count: number) => (count === 1 ? '1 hour ago' : `${count} hours ago`),
    days: (count: number) => (count === 1 ? 'yesterday' : `${count} days ago`),
  },
  rating: {
    now: (value: number, doubt: number) => `Your number: ${value} ± ${doubt}.`,
    harder: (level: number) => `The next opponent is harder: level ${level}.`,
    easier: (level: number) => `The next opponent is easier: level ${level}.`,
  },
  today: 'Today',
  puzzleOfTheDay: 'The puzzle of the day',
  news: 'What is new',
  awaiting: (count: number) => (count === 1 ? 'your turn in one' : `your turn in ${count}`),
  theirTurn: 'Their turn',

  undo: 'Undo',
  hint: 'Hint',
  flip: 'Flip',
  pass: 'Pass',
  help: 'Help',
  close: 'Close',
  rules: 'Rules',
  tryIt: 'Try it',
  playBoth: 'Play both sides on a board',
  analyse: 'Analyse',
  puzzles: 'Puzzles',
  notLoaded: 'This page could not be loaded.',
  nothingToShow: 'This address names nothing that can be shown here.',
  noRules: 'Nobody has written a rules page for this game yet.',
  hinted: (move: string, score: string) => `Hint: ${move} (${score})`,
  score: {
    win: (plies: number) => (plies === 1 ? 'wins at once' : `wins in ${plies} turns`),
    loss: (plies: number) => (plies === 1 ? 'loses in 1 turn' : `loses in ${plies} turns`),
    draw: 'a draw',
    even: 'about even',
    ahead: (points: string) => `ahead by ${points}`,
    behind: (points: string) => `behind by ${points}`,
  },

  moves: 'Moves',
  noMoves: 'No moves yet',
  first: 'First position',
  previous: 'Previous position',
  next: 'Next position',
  last: 'Now',
  browsing: (ply: number, of: number) => `Looking back: after move ${ply} of ${of}`,
  backToNow: 'Back to now',

  position: 'Position',
  positionText: 'Position as text',
  copy: 'Copy',
  copied: 'Copied',
  selected: (keys: string) => `Selected: press ${keys}`,
  startFrom: 'Start from a position',
  startFromHere: 'Start from it',

  /** Before a sentence of the program, which is English. */
  errorLead: '',
  reconnecting: 'Connection lost. Trying again…',
  connectionLost: 'The connection was lost before the answer came.',
  comeAgain: (seconds: number) => `Too much is being asked for just now. Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
  refused: 'The connection was ended because of this request, which is not sent again.',
  tooLong: (bytes: number, most: number) => `This is too long to be sent: ${bytes} bytes, where at most ${most} are read.`,
  badAnswer: (status: number) => `The server could not answer this (${status}).`,
  barred: {
    origin: (origin: string) => `The server refuses games to the page at ${origin}. Whoever runs it can let the proxy pass on the header Host as it is, or start the server with --origin ${origin}.`,
    upgrade: 'The server is there, but no connection for games to it: what lies between must let WebSockets to api/play through.',
  },
  ahead: {
    entered: (move: string) => `${move} is played as soon as it is your turn.`,
    dropped: (move: string) => `${move} was no longer possible.`,
  },
  unsent: (move: string) => `Your move ${move} will be sent as soon as the connection is back.`,

  keys: 'Mouse and keyboard',
  keyHelp: [
    ['Tab', 'move to the board and to the controls'],
    ['← ↑ ↓ →', 'on the board: walk over the cells'],
    ['Enter, Space', 'on the board: click the cell'],
    ['Esc', 'take the clicks back; close this'],
    ['← →', 'elsewhere: look at earlier and later positions'],
    ['Home, End', 'first position; back to now'],
    ['u', 'undo'],
    ['h', 'hint'],
    ['f', 'flip the board'],
    ['p', 'pass, when that is the only move'],
    ['n', 'new game'],
    ['r', 'the rules of the game'],
    ['a', 'analyse the game'],
    ['z', 'puzzles'],
    ['?', 'this help'],
  ],
  letterKeys: 'Use the letter keys',
  mouseHelp: 'Click a piece and then where it goes, or drag it. A dot marks an empty cell that can be clicked next, a ring a piece; where nearly all can be, only the one that you are at. A piece in hand is chosen by a click. Half a move is taken back by a click elsewhere. In a game by link you can enter your next move while it is the other’s turn; a click takes it back.',

  cell: {
    empty: 'empty',
    blocked: 'blocked',
    plain: 'piece',
    special: 'special piece',
    piece: (colour: string, kind: string) => `${colour} ${kind}`,
    last: 'last move',
    figure: 'in a figure',
    winningFigure: 'in a winning figure',
    selected: 'selected',
    opens: 'can be clicked',
    target: 'can move here',
  },
};

export type Texts = typeof en;

/** The Italian article loses its vowel before another. */
export function article(noun: string, whole: string, elided: string): string {
  return /^[aeiou]/i.test(noun) ? elided + noun : `${whole} ${noun}`;
}

/** The same before a number: "il 12%", "lo 0%", "l’8%", "l’11,5%". */
export function numberArticle(number: string, whole: string, zero: string, elided: string): string {
  if (/^(1|11|8\d?)(?!\d)/.test(number)) return elided + number;
  return `${number.startsWith('0') ? zero : whole} ${number}`;
}

/** An Italian colour as the noun wants it: "gatto nero", "pedina nera". */
function agreeing(colour: string, noun: string): string {
  return /^\S*a\b/.test(noun) ? colour.replace(/o$/, 'a') : colour;
}

const it: Texts = {
  code: 'it',
  otherLanguage: 'English',
  board: (title) => `Tavoliere di ${title}`,

  newGame: 'Nuova partita',
  chooseGame: 'Scegli un gioco',
  allGames: 'Tutti i giochi',
  playGame: (title) => `Gioca a ${title}`,
  lasts: ([least, most]) => (least === most ? `${least} min` : `${least}–${most} min`),
  variants: 'Varianti',
  standardGame: 'Normale',
  options: 'Opzioni',
  columns: (name) => `${name}: colonne`,
  rows: (name) => `${name}: righe`,
  variant: 'Variante',
  players: 'Giocatori',
  plays: (colour) => `${colour}, giocato da`,
  person: 'Persona',
  strength: { quick: 'Motore rapido', steady: 'Motore normale', deep: 'Motore profondo' },
  engine: (seconds) => `Motore, ${seconds} s`,
  level: (level) => `Motore, livello ${level}`,
  start: 'Gioca',
  cancel: 'Torna alla partita',
  loading: 'Un momento…',

  toMove: (colour) => `Tocca ${article(colour, 'al', 'all’')}`,
  choose: (colour) => `${colour}: scegli una casella segnata`,
  thinking: (colour) => `${article(colour, 'Il', 'L’')} pensa…`,
  moved: (colour, move) => `${colour}: ${move}.`,
  pieces: (count) => `${count} sul tavoliere`,
  inHand: (colour) => `${colour}: in mano`,
  wins: (colour) => `Vince ${article(colour, 'il', 'l’')}`,
  youWon: 'Hai vinto',
  youLost: 'Hai perso',
  draw: 'Patta',
  by: (score) => ` di ${score}`,
  reasons: {
    agreed: 'di comune accordo',
  },
  deeds: {
    resigned: {
      his: (colour) => `${article(colour, 'il', 'l’')} ha abbandonato`, theirs: 'l’avversario ha abbandonato', yours: 'hai abbandonato',
    },
    time: {
      his: (colour) => `${article(colour, 'il', 'l’')} ha finito il tempo`,
      theirs: 'l’avversario ha finito il tempo',
      yours: 'hai finito il tempo',
    },
  },

  clock: {
    label: 'Orologio',
    none: 'Senza orologio',
    game: (minutes, increment) => `${minutes} min + ${increment} s`,
    perMove: (days) => (days === 1 ? '1 giorno per mossa' : `${days} giorni per mossa`),
    own: 'Altro…',
    minutes: 'Minuti',
    increment: 'Secondi in più dopo ogni mossa',
    days: (days, hours) => (hours > 0 ? `${days} g ${hours} h` : `${days} g`),
    of: (colour) => `${colour}: tempo rimasto`,
    left: (seconds) => (seconds === 60 ? 'Resta un minuto' : `Restano ${seconds} secondi`),
  },

  you: 'Tu',
  friend: 'Amico',
  yourFriend: 'Il tuo amico',
  player: 'Giocatore',
  connected: 'in linea',
  away: 'non in linea',
  yourTurn: 'Tocca a te',
  watching: 'Stai guardando',
  invitation: (colour) => `Hai ricevuto un invito a giocare con ${article(colour, 'il', 'l’')}.`,
  takeSeat: (colour) => `Gioca con ${article(colour, 'il', 'l’')}`,
  orWatch: 'Fino ad allora puoi soltanto guardare.',
  inviteLapses: (days) => `Senza una mossa il link vale ${days === 1 ? 'un giorno' : `${days} giorni`}.`,
  inviteFriend: 'Manda questo link al tuo amico',
  inviteHelp: (colour) => `Chi lo apre per primo può giocare con ${article(colour, 'il', 'l’')}. Puoi cominciare appena tocca a te.`,
  watchLink: 'Link per guardare',
  ownLink: 'Il tuo link: tienilo per te',
  links: 'Link',
  share: 'Condividi',
  embed: 'Da incorporare in una pagina (HTML)',

  takeBack: 'Riprendi',
  rematch: 'Rivincita',
  toRematch: 'Vai alla rivincita',
  accept: 'Accetta',
  decline: 'Rifiuta',
  withdraw: 'Ritira',
  offers: {
    draw: (who) => `${who} offre patta.`,
    takeback: (who) => `${who} vorrebbe riprendere una mossa.`,
    rematch: (who) => `${who} vorrebbe la rivincita.`,
  },
  offered: { draw: 'Hai offerto patta.', takeback: 'Hai chiesto di riprendere una mossa.', rematch: 'Hai offerto la rivincita.' },
  declined: { draw: 'Niente patta.', takeback: 'La mossa resta.', rematch: 'Niente rivincita.' },

  myGames: 'Le mie partite',
  moreGames: (count) => (count === 1 ? 'Un’altra partita' : `Altre ${count} partite`),
  atThisScreen: 'In due a questo schermo',
  ago: {
    now: 'poco fa',
    minutes: (count) => `${count} min fa`,
    hours: (count) => (count === 1 ? '1 ora fa' : `${count} ore fa`),
    days: (count) => (count === 1 ? 'ieri' : `${count} giorni fa`),
  },
  rating: {
    now: (value, doubt) => `Il tuo numero: ${value} ± ${doubt}.`,
    harder: (level) => `Il prossimo avversario è più forte: livello ${level}.`,
    easier: (level) => `Il prossimo avversario è più debole: livello ${level}.`,
  },
  today: 'Oggi',
  puzzleOfTheDay: 'Il problema del giorno',
  news: 'Novità',
  awaiting: (count) => (count === 1 ? 'tocca a te in una' : `tocca a te in ${count}`),
  theirTurn: 'Tocca all’altro',

  undo: 'Annulla',
  hint: 'Consiglio',
  flip: 'Gira',
  pass: 'Passa',
  help: 'Aiuto',
  close: 'Chiudi',
  rules: 'Regole',
  tryIt: 'Prova',
  playBoth: 'Gioca per entrambe le parti su un tavoliere',
  analyse: 'Analizza',
  puzzles: 'Problemi',
  notLoaded: 'Non è stato possibile caricare questa pagina.',
  nothingToShow: 'Questo indirizzo non indica nulla che si possa mostrare qui.',
  noRules: 'Per questo gioco nessuno ha ancora scritto una pagina di regole.',
  hinted: (move, score) => `Consiglio: ${move} (${score})`,
  score: {
    win: (plies) => (plies === 1 ? 'vince subito' : `vince in ${plies} turni`),
    loss: (plies) => (plies === 1 ? 'perde in 1 turno' : `perde in ${plies} turni`),
    draw: 'patta',
    even: 'quasi pari',
    ahead: (points) => `in vantaggio di ${points}`,
    behind: (points) => `in svantaggio di ${points}`,
  },

  moves: 'Mosse',
  noMoves: 'Ancora nessuna mossa',
  first: 'Prima posizione',
  previous: 'Posizione precedente',
  next: 'Posizione successiva',
  last: 'Posizione attuale',
  browsing: (ply, of) => `Posizione precedente: dopo la mossa ${ply} di ${of}`,
  backToNow: 'Torna alla posizione attuale',

  position: 'Posizione',
  positionText: 'Posizione come testo',
  copy: 'Copia',
  copied: 'Copiato',
  selected: (keys) => `Selezionato: premi ${keys}`,
  startFrom: 'Comincia da una posizione',
  startFromHere: 'Comincia da qui',

  errorLead: 'Così non va; il programma lo spiega in inglese:',
  reconnecting: 'Connessione caduta. Nuovo tentativo…',
  connectionLost: 'La connessione è caduta prima della risposta.',
  comeAgain: (seconds) => `Ci sono troppe richieste in questo momento. Riprova tra ${seconds} ${seconds === 1 ? 'secondo' : 'secondi'}.`,
  refused: 'La connessione è stata chiusa a causa di questa richiesta, che non sarà inviata di nuovo.',
  tooLong: (bytes, most) => `È troppo lungo per essere inviato: ${bytes} byte, mentre se ne leggono al massimo ${most}.`,
  badAnswer: (status) => `Il server non ha potuto rispondere (${status}).`,
  barred: {
    origin: (origin) => `Il server rifiuta le partite alla pagina che si trova a ${origin}. Chi lo gestisce può far passare dal proxy l’intestazione Host così com’è, oppure avviare il server con --origin ${origin}.`,
    upgrade: 'Il server c’è, ma non si riesce ad aprire la connessione per le partite: ciò che sta in mezzo deve lasciar passare i WebSocket verso api/play.',
  },
  ahead: {
    entered: (move) => `${move} si gioca appena tocca a te.`,
    dropped: (move) => `${move} non era più possibile.`,
  },
  unsent: (move) => `La tua mossa ${move} sarà inviata appena torna la connessione.`,

  keys: 'Mouse e tastiera',
  keyHelp: [
    ['Tab', 'passa al tavoliere e ai comandi'],
    ['← ↑ ↓ →', 'sul tavoliere: passano da una casella all’altra'],
    ['Invio, Spazio', 'sul tavoliere: clic sulla casella'],
    ['Esc', 'annulla i clic; chiude questo aiuto'],
    ['← →', 'altrove: mostrano le posizioni precedenti e successive'],
    ['Inizio, Fine', 'prima posizione; posizione attuale'],
    ['u', 'annulla'],
    ['h', 'consiglio'],
    ['f', 'gira il tavoliere'],
    ['p', 'passa, quando è l’unica mossa possibile'],
    ['n', 'nuova partita'],
    ['r', 'le regole del gioco'],
    ['a', 'analizza la partita'],
    ['z', 'problemi'],
    ['?', 'questo aiuto'],
  ],
  letterKeys: 'Usa i tasti con le lettere',
  mouseHelp: 'Fai clic su una pedina e poi sulla casella dove va, oppure trascinala. Un punto segna una casella vuota su cui si può fare clic, un cerchio una pedina; dove vanno bene quasi tutte, solo quella su cui ti trovi. Una pedina in mano si sceglie con un clic. Una mossa a metà si annulla con un clic altrove. In una partita con un link puoi scegliere la prossima mossa mentre tocca all’altro; un clic la riprende.',

  cell: {
    empty: 'vuota',
    blocked: 'bloccata',
    plain: 'pedina',
    special: 'pedina speciale',
    piece: (colour, kind) => `${kind} ${agreeing(colour.toLowerCase(), kind)}`,
    last: 'ultima mossa',
    figure: 'in una figura',
    winningFigure: 'in una figura vincente',
    selected: 'scelta',
    opens: 'si può scegliere',
    target: 'si può muovere qui',
  },
};

export const texts: Record<Language, Texts> = { en, it };

export function preferredLanguage(languages: readonly string[]): Language {
  const known = languages.map((tag) => tag.slice(0, 2)).find((tag) => tag in texts);
  return (known as Language | undefined) ?? 'en';
}

export function colourName(t: Texts, colours: NamedColours, side: Owner): string {
  return (t.code === 'en' ? undefined : colours[t.code]?.[side]) ?? colours[side];
}

/** "Orange cat"; games whose pieces have no names of their own have pieces and special pieces. */
export function pieceName(t: Texts, colours: NamedColours, piece: string, names?: PieceNames): string {
  const side = piece.toLowerCase() as Owner;
  const kind = piece === side ? 'plain' : 'special';
  const own = names?.[kind]?.[t.code];
  return t.cell.piece(colourName(t, colours, side), own ?? t.cell[kind]);
}

/**
 * "You won", to the reader who plays that side; "Black wins" to whoever has no side of his own: a watcher, two at one screen.
 */
export function outcomeWords(t: Texts, colours: NamedColours, { winner }: Result, reader?: Owner): string {
  if (winner === 'draw') return t.draw;
  if (!reader) return t.wins(colourName(t, colours, winner));
  return winner === reader ? t.youWon : t.youLost;
}

/** "Black wins by 3: nobody can move any more.", "You won: your opponent resigned." */
export function resultSentence(t: Texts, colours: NamedColours, result: Result, reader?: Owner): string {
  const { score } = result;
  const because = reasonWords(t, colours, result, reader);
  const margin = score ? t.by(Math.abs(score)) : '';
  return `${outcomeWords(t, colours, result, reader)}${margin}${because && ': '}${because}.`;
}

/** A game's own reasons come with the result, in every language; what the players did is told here. */
function reasonWords(t: Texts, colours: NamedColours, { winner, reason, words }: Result, reader?: Owner): string {
  const deed = winner === 'draw' ? undefined : t.deeds[reason];
  if (!deed || winner === 'draw') return words?.[t.code] ?? t.reasons[reason] ?? reason;
  if (reader) return winner === reader ? deed.theirs : deed.yours;
  return deed.his(colourName(t, colours, winner === 'x' ? 'o' : 'x'));
}

/** Seconds for a move, at full strength. */
export const strengths = { quick: 0.2, steady: 1, deep: 5 } as const;

/** "0.2"; "0,2" in Italian. Not by Intl, which takes a tenth of the page's start to wake up. */
function decimal(t: Texts, value: number, least = 0, most = 3): string {
  const [whole = '', fraction = ''] = value.toFixed(most).split('.');
  const digits = fraction.slice(0, least) + fraction.slice(least).replace(/0+$/, '');
  return digits ? whole + (t.code === 'it' ? ',' : '.') + digits : whole;
}

/** How long ago something was, in whole units; `then` in seconds since 1970. */
export function since({ ago }: Texts, then: number, now = Date.now() / 1000): string {
  const minutes = Math.max(0, Math.floor((now - then) / 60));
  if (minutes < 1) return ago.now;
  if (minutes < 60) return ago.minutes(minutes);
  const hours = Math.floor(minutes / 60);
  return hours < 24 ? ago.hours(hours) : ago.days(Math.floor(hours / 24));
}

export function playerName(t: Texts, player: Player): string {
  if (player.kind === 'person') return t.person;
  if ('level' in player) return t.level(player.level);
  for (const [name, seconds] of Object.entries(strengths)) {
    if (player.seconds === seconds) return `${t.strength[name as keyof typeof strengths]}, ${decimal(t, seconds)} s`;
  }
  return t.engine(decimal(t, player.seconds));
}

/** A score as the player to move sees it; a hundred centipoints are one. */
export function scoreWords(t: Texts, score: Score): string {
  if ('win' in score) return t.score.win(score.win);
  if ('loss' in score) return t.score.loss(score.loss);
  if ('draw' in score) return t.score.draw;
  if (Math.abs(score.cp) < 5) return t.score.even;
  const points = decimal(t, Math.abs(score.cp) / 100, 1, 1);
  return score.cp > 0 ? t.score.ahead(points) : t.score.behind(points);
}
