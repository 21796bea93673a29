import type { Meta, StoryObj } from '@storybook/react-vite';
import { BankLogo } from './bank-logo';
import { Card, cardClass } from './card';
import { Carousel, type CarouselSlide } from './carousel';
import { Money } from './money';

const GAMES = ['BBL', 'KBANK', 'KTB', 'SCB', 'BAY', 'GSB', 'TMB', 'UOBT', 'LHB'];

const games: CarouselSlide[] = GAMES.map((code, index) => ({
  key: code,
  content: (
    <button type="button" className={cardClass({ pressable: true })} style={{ display: 'grid', gap: 4 }}>
      <BankLogo code={code} />
      {`เกม ${index + 1}`}
      <Money value={index * 120} />
    </button>
  ),
}));

const banners: CarouselSlide[] = ['ชวนเพื่อนรับโบนัส', 'คืนยอดเสียทุกวัน', 'โบนัสฝากแรก'].map((text) => ({
  key: text,
  content: (
    <Card tone="brand" style={{ minHeight: 160 }}>
      {text}
    </Card>
  ),
}));

export default { component: Carousel, args: { label: 'สล็อต', slides: games } } satisfies Meta<typeof Carousel>;
type Story = StoryObj<typeof Carousel>;

export const SixOnADesktop: Story = { globals: { viewport: { value: undefined, isRotated: false } } };
export const OnAPhone: Story = { args: { bleed: true } };
export const Few: Story = { args: { slides: games.slice(0, 2) } };
export const Banners: Story = { args: { label: 'ข่าวสาร', slides: banners, perView: 1, plain: true } };
