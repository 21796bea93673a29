import type { Meta, StoryObj } from '@storybook/react-vite';
import { SafeHtml } from './safe-html';

export default {
  component: SafeHtml,
  args: {
    html: '<p>อ่าน<b>เงื่อนไข</b>ก่อนรับโบนัส</p><ul><li>ถอนได้ทั้งหมด</li><li>วันละ 1 ครั้ง</li></ul><p><a href="https://example.com">อ่านต่อ</a></p>',
  },
} satisfies Meta<typeof SafeHtml>;
type Story = StoryObj<typeof SafeHtml>;

export const Conditions: Story = {};
export const Hostile: Story = { args: { html: '<img src=x onerror=alert(1)><a href="javascript:alert(1)">กดที่นี่</a>' } };
