import { createQueryClient } from '@krapao/kit/api';
import { renderWithProviders } from '@krapao/kit/testing';
import { act, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { leaving } from './leaving';

it.each([
  ['login', 'INVALID_USER_3', '/login', 'invalid user'],
  ['login', 'EXPIRED_AUTH_TOKEN', '/login', 'expired authorization token'],
  ['terminated', 'gone', '/terminated', ''],
] as const)(
  '%s for %s leaves without a way back, says why, and nothing of the member stays',
  (exit, code, to, said) => {
    renderWithProviders(<p>screen</p>);
    const queryClient = createQueryClient();
    queryClient.setQueryData(['/api/wallet'], { amount: 5 });
    const navigate = vi.fn();
    act(() => leaving(queryClient, navigate)(exit, code));
    expect(navigate.mock.calls).toEqual([[to, { replace: true }]]);
    expect(queryClient.getQueryCache().getAll()).toEqual([]);
    expect(screen.getByRole('region', { name: 'Notifications' }).textContent).toBe(said);
  },
);
