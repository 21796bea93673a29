import dns from 'node:dns';

// Playwright asks for localhost's addresses of both versions. A machine may know that of version 4 alone, and asks a
// name server for the other: without a network that takes seconds, for each call. The products listen on version 4.
const { lookup } = dns.promises;
const local = ((host: string, options: dns.LookupAllOptions) =>
  lookup(host === 'localhost' ? '127.0.0.1' : host, options)) as typeof lookup;
dns.promises.lookup = local;
