import type { Meta, StoryObj } from '@storybook/react-vite';
import { fn } from 'storybook/test';
import { ApiError } from '../api';
import { ErrorState } from './error-state';

export default {
  component: ErrorState,
  args: { error: new ApiError('NO_WALLET', { requestId: '01926f0c7a55' }), onRetry: fn() },
} satisfies Meta<typeof ErrorState>;
type Story = StoryObj<typeof ErrorState>;

export const Answered: Story = {};
export const Unanswered: Story = { args: { error: new ApiError('NETWORK') } };
export const Retrying: Story = { args: { retrying: true } };
