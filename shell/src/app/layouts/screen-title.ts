import { createContext } from 'react';

/** How a remote's screen tells the layout around it the key of its name, with the namespace. */
export const ScreenTitleContext = createContext<(key: string | undefined) => void>(() => undefined);
