import { nearTo } from '@krapao/kit/federation';
import { useToken } from '@krapao/kit/session';
import { toast } from '@krapao/kit/ui/toast';
import { useQueryClient } from '@tanstack/react-query';
import { Headset, House, ReceiptText, ScrollText, UserRound } from 'lucide-react';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { AccountEvents } from '../account-events';
import type { Place } from './bottom-bar';
import { ChatBubble } from './chat-bubble';
import { Frame } from './frame';
import { TopBar } from './top-bar';

const loadConditions = () => import('../../features/conditions/conditions-dialog');

/** Browsers remember a module that did not come: without a connection only the press asks for it. */
const nearConditions = nearTo(() => {
  if (navigator.onLine) loadConditions().catch(() => undefined);
});

type Conditions = ComponentType<{ open: boolean; onClose: () => void }>;

/** Around the members' screens: the top bar, the screen, the bottom menu with the conditions, and the chat. */
export function MemberLayout() {
  const { t } = useTranslation('errors');
  const navigate = useNavigate();
  const token = useToken();
  const [open, setOpen] = useState(false);
  const [ConditionsDialog, setDialog] = useState<Conditions | null>(null);
  // Logged out here, in another tab, or by the server: the screens behind the login go away with the token.
  const queryClient = useQueryClient();
  const mine = useRef(token);
  useEffect(() => {
    if (token === null) void navigate('/login', { replace: true });
    // Another member has logged in meanwhile: nothing of the one before may stay on the screen.
    else if (token !== mine.current) void queryClient.resetQueries();
    mine.current = token;
  }, [token, navigate, queryClient]);
  const openConditions = () => {
    loadConditions().then(
      (module) => {
        setDialog(() => module.default);
        setOpen(true);
      },
      () => toast.error(t('NETWORK')),
    );
  };
  const places: Place[] = [
    { to: '/user/profile', label: 'nav.profile', icon: UserRound },
    { open: openConditions, near: nearConditions, label: 'nav.conditions', icon: ScrollText },
    { to: '/user/home', label: 'nav.home', icon: House, raised: true },
    { to: '/user/statement', label: 'nav.statement', short: 'nav.statementShort', icon: ReceiptText },
    { to: '/user/contact', label: 'nav.contact', icon: Headset },
  ];
  return (
    <>
      <AccountEvents />
      <Frame top={<TopBar />} places={places} floating={<ChatBubble />} />
      {ConditionsDialog && <ConditionsDialog open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
