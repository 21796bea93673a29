import { useQueryClient } from '@tanstack/react-query';
import { CirclePlay, House, MessageCircle, UserRoundPlus } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import type { Place } from './bottom-bar';
import { CreditLine } from './credit-line';
import { Frame } from './frame';
import { GuestChat } from './guest-chat';

const PLACES: Place[] = [
  { to: '/login', label: 'nav.home', icon: House },
  { to: '/register', label: 'nav.register', icon: UserRoundPlus },
  { to: '/howto', label: 'nav.howto', icon: CirclePlay },
  { to: '/contact', label: 'nav.contact', icon: MessageCircle },
];

/**
 * Around the screens that anyone may open: the screen, the credit line, the bottom menu, and on the contact the chat
 * for guests.
 */
export function PublicLayout() {
  const queryClient = useQueryClient();
  // Whoever is here is logged out: nothing of a member may wait in the cache for the next one.
  useEffect(() => queryClient.removeQueries({ type: 'inactive' }), [queryClient]);
  const { pathname } = useLocation();
  return (
    <Frame places={PLACES} credit={<CreditLine />} floating={pathname === '/contact' ? <GuestChat /> : undefined} />
  );
}
