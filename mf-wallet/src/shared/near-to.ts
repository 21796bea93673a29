/** Browsers tell who wants to save data; their type does not know it. */
interface Network {
  connection?: { saveData?: boolean };
}

/**
 * For a button that opens a dialog: tells when a finger, the pointer or the focus comes to it, which is time enough to
 * fetch a good part of the dialog's code. Nothing is fetched before a press where the browser saves data.
 */
export function nearTo(onNear: () => void) {
  const tell = () => {
    if (!(navigator as Network).connection?.saveData) onNear();
  };
  return { onPointerEnter: tell, onFocus: tell };
}
