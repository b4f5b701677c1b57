/** The worker of the package that searches in a browser. */
import { startCore } from '../local/core.ts';
import { Mind, type Question } from '../local/mind.ts';
import { readHere } from './fetched.ts';

const mind = new Mind(startCore, (reply) => postMessage(reply), readHere);

self.onmessage = ({ data }: MessageEvent<Question>) => mind.answer(data);
