import { useQueryClient } from '@tanstack/react-query';
import { CirclePlay, House, MessageCircle, UserRoundPlus } from 'lucide-react';
import { useEffect } from 'react';
import type { Place } from './bottom-bar';
import { CreditLine } from './credit-line';
import { Frame } from './frame';

const PLACES: Place[] = [
  { to: '/login', label: 'nav.home', icon: House },
  { to: '/register', label: 'nav.register', icon: UserRoundPlus },
  { to: '/howto', label: 'nav.howto', icon: CirclePlay },
  { to: '/contact', label: 'nav.contact', icon: MessageCircle },
];

/** Around the screens that anyone may open: the screen, the credit line and the bottom menu. */
export function PublicLayout() {
  const queries = useQueryClient();
  // Whoever is here is logged out: nothing of a member may wait in the cache for the next one.
  useEffect(() => queries.removeQueries({ type: 'inactive' }), [queries]);
  return <Frame places={PLACES} credit={<CreditLine />} />;
}
