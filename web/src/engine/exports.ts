/** What both entries of the package export besides `loadGame`. */
export { games } from './game.ts';
export type { AnalyseOptions, DiagramOptions, From, Game, Limits, Position } from './game.ts';
export type { BoardInfo, GameInfo, GameOption, Hand, LegendEntry, Line, Lines, PieceNames, Preset, Result, Score, Side, Words } from '../protocol.ts';
export type { Cell, Colours, Geometry, Label, Move, NamedColours, Owner, Point, Stroke, Via } from '../board/types.ts';
