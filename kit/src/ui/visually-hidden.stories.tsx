import type { Meta, StoryObj } from '@storybook/react-vite';
import { VisuallyHidden } from './visually-hidden';

export default { component: VisuallyHidden } satisfies Meta<typeof VisuallyHidden>;

export const BesideASign: StoryObj<typeof VisuallyHidden> = {
  render: () => (
    <p>
      <span aria-hidden="true">฿</span>
      <VisuallyHidden>บาท</VisuallyHidden>
    </p>
  ),
};
