import { Tabs as Ark } from '@ark-ui/react/tabs';
import type { ReactNode } from 'react';
import styles from './tabs.module.css';

/** One tab with its panel. */
export interface TabItem {
  value: string;
  label: string;
  icon?: ReactNode;
  content: ReactNode;
  disabled?: boolean;
}

export interface TabsProps {
  /** What the tabs choose between, for screen readers. */
  label: string;
  items: readonly TabItem[];
  /** The open tab; without it the tabs keep it themselves and start with `defaultValue` or the first. */
  value?: string;
  defaultValue?: string;
  onValueChange?: (value: string) => void;
}

/** Two to four panels of one place. A panel is made when it is first opened and kept then, so entries are not lost. */
export function Tabs({ label, items, value, defaultValue, onValueChange }: TabsProps) {
  return (
    <Ark.Root
      value={value}
      defaultValue={defaultValue ?? items[0]?.value}
      onValueChange={(change) => onValueChange?.(change.value)}
      lazyMount
    >
      <Ark.List className={styles.list} aria-label={label}>
        {items.map((item) => (
          <Ark.Trigger key={item.value} value={item.value} disabled={item.disabled} className={styles.tab}>
            {item.icon}
            {item.label}
          </Ark.Trigger>
        ))}
      </Ark.List>
      {items.map((item) => (
        <Ark.Content key={item.value} value={item.value} className={styles.panel}>
          {item.content}
        </Ark.Content>
      ))}
    </Ark.Root>
  );
}
