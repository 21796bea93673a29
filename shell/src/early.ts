import { askEarly, type FirstCalls } from '@krapao/kit/api/early';

// The server's page runs this first, by itself: the federation starts in several steps, and the answers come meanwhile.

const SITE = '/api/lookup/site';
const HOME: FirstCalls = { anyone: [SITE], member: ['/api/wallet'] };

/** What the first screen of a path asks the server for. */
const FIRST: Record<string, FirstCalls> = { '/': HOME, '/user': HOME, '/user/home': HOME };

askEarly(FIRST[window.location.pathname] ?? { anyone: [SITE] });
