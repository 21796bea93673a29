import type { Meta, StoryObj } from '@storybook/react-vite';
import { Button } from './button';
import { Toaster, toast } from './toast';

export default { component: Toaster } satisfies Meta<typeof Toaster>;

/** Each stays four seconds; the page around the story holds the place where they appear. */
export const Kinds: StoryObj<typeof Toaster> = {
  render: () => (
    <div style={{ display: 'grid', gap: 12, paddingTop: 200 }}>
      <Button onClick={() => toast.success('คัดลอกแล้ว: 123-456-7890')}>สำเร็จ</Button>
      <Button onClick={() => toast.error('ยอดเงินไม่เพียงพอ')}>ล้มเหลว</Button>
      <Button onClick={() => toast.info('กำลังตรวจสอบ')}>แจ้งให้ทราบ</Button>
    </div>
  ),
};
