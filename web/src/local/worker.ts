/** The worker that answers the page in a server's place. */
import { families, networks, openings } from 'virtual:engine';
import { Engine } from './engine.ts';
import { load } from './load.ts';
import { serve } from './serve.ts';

serve(new Engine(families, load), networks, openings);
