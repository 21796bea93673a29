import type { Meta, StoryObj } from '@storybook/react-vite';
import { DateTime } from './date-time';

export default { component: DateTime, args: { value: '2026-01-31T17:00:00Z' } } satisfies Meta<typeof DateTime>;
type Story = StoryObj<typeof DateTime>;

export const WithTime: Story = {};
export const DateOnly: Story = { args: { dateOnly: true } };
export const Missing: Story = { args: { value: null } };
