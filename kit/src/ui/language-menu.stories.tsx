import type { Meta, StoryObj } from '@storybook/react-vite';
import { LanguageMenu } from './language-menu';

export default { component: LanguageMenu } satisfies Meta<typeof LanguageMenu>;

export const Menu: StoryObj<typeof LanguageMenu> = {
  decorators: [
    (Story) => (
      <div style={{ display: 'flex', justifyContent: 'flex-end', minHeight: 200 }}>
        <Story />
      </div>
    ),
  ],
};
