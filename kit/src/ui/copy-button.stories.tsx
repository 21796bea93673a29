import type { Meta, StoryObj } from '@storybook/react-vite';
import { CopyButton } from './copy-button';

export default { component: CopyButton, args: { text: '123-456-7890' } } satisfies Meta<typeof CopyButton>;
type Story = StoryObj<typeof CopyButton>;

export const Icon: Story = {};
export const Wide: Story = { args: { wide: true } };
