/** The worker of the package that searches in Node. */
import { parentPort } from 'node:worker_threads';
import { startCore } from '../local/core.ts';
import { Mind } from '../local/mind.ts';
import { readHere } from './files.ts';

const mind = new Mind(startCore, (reply) => parentPort!.postMessage(reply), readHere);

parentPort!.on('message', (question) => mind.answer(question));
