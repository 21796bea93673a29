/** Reads that are POSTs because their page travels in the body: queries for a screen, not mutations. */
export const readsByPost = [
  'listStatements',
  'listSlips',
  'listDeposits',
  'listWithdrawals',
  'listInvites',
  'listRefunds',
  'listChatHistory',
  'listSpins',
];
