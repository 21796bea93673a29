import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useLocale } from '../i18n/i18n';
import { keepTogether } from '../i18n/line-breaks';
import { type Locale, toLanguageTag } from '../i18n/locale';
import { LoadingOverlay } from '../ui/loading-overlay';
import { Tile, type TileProps } from '../ui/tile';
import { FilledSlot, type Place, SlotHostContext } from './filling';
import type { RegisteredTile } from './registry';
import type { SlotName } from './slots';
import { iconOf } from './tile-icons';
import { useDialogCode } from './use-dialog-code';
import { useFocusBack } from './use-focus-back';

/** Props of {@link DeclaredTile}. */
interface DeclaredTileProps extends Place {
  tile: RegisteredTile;
  /** What the place gives. */
  props: object | undefined;
}

type Given = Record<string, unknown>;

/** The sentence for a number, as the language counts; nothing until the number is known. */
function detailOf({ texts, count }: RegisteredTile, given: Given, locale: Locale): string | undefined {
  const number = count && given[count];
  const detail = texts[locale].detail;
  if (typeof number !== 'number' || !detail) return undefined;
  const sentence = detail[new Intl.PluralRules(toLanguageTag(locale)).select(number)] ?? detail.other;
  return sentence && keepTogether(sentence.replace('{{count}}', String(number)));
}

/** Tells that what it stands in for is on its way. */
function Loading({ active, tell }: { active: boolean; tell: (loading: boolean) => void }) {
  useEffect(() => {
    tell(true);
    return () => tell(false);
  }, [tell]);
  return <LoadingOverlay active={active} />;
}

/** Opens the dialog in a place, whose remote and code are asked for once the tile is near. */
function DialogTile({ face, place }: { face: Pick<TileProps, 'icon' | 'label' | 'detail'>; place: SlotName }) {
  const fills = useContext(SlotHostContext).fills(place);
  const [open, setOpen] = useState(false);
  const [asked, setAsked] = useState(false);
  const [loading, setLoading] = useState(false);
  const opener = useFocusBack(open);
  const code = useDialogCode();
  const press = () => {
    code.press(place);
    setAsked(true);
    setOpen(true);
  };
  const pending = <Loading active={open} tell={setLoading} />;
  const dialog = { open, onClose: () => setOpen(false) };
  return (
    <>
      <span ref={opener} style={{ display: 'grid' }} {...code.near(place)}>
        <Tile {...face} onPress={press} opensDialog loading={loading} />
      </span>
      {asked && fills.map((fill) => <FilledSlot key={fill.remote} fill={fill} props={dialog} pending={pending} />)}
    </>
  );
}

/** What stands in for a tile, in a place as large as the tile: nothing moves when one takes the place of the other. */
function PlaceOfTile({ face, children }: { face: Pick<TileProps, 'icon' | 'label' | 'detail'>; children: ReactNode }) {
  const above = { gridArea: '1 / 1' } as const;
  return (
    <div style={{ display: 'grid' }}>
      <div style={{ ...above, visibility: 'hidden' }}>
        <Tile {...face} />
      </div>
      <div style={{ ...above, display: 'grid' }}>{children}</div>
    </div>
  );
}

/**
 * A tile drawn from what its remote declared. It takes no byte of the remote until a finger comes to it.
 * While the place does not know whether to show it, what is pending stands in for it; when it is not shown, the
 * fallback.
 */
export function DeclaredTile({ tile, props, pending, fallback }: DeclaredTileProps) {
  const locale = useLocale();
  const given: Given = { ...props };
  // An older application does not know of the condition, and never will: to wait for it would be for ever.
  if (tile.when && !Object.hasOwn(given, tile.when)) return fallback;
  const shown = !tile.when || given[tile.when];
  const Icon = iconOf(tile.icon);
  const label = keepTogether(tile.texts[locale].label);
  const faceWith = (known: Given) => ({ icon: Icon && <Icon />, label, detail: detailOf(tile, known, locale) });
  if (shown !== true) {
    const standIn = shown === undefined ? pending : fallback;
    // Any number will do: its line takes the same room.
    const likely = faceWith(tile.count ? { [tile.count]: 0 } : {});
    return standIn && <PlaceOfTile face={likely}>{standIn}</PlaceOfTile>;
  }
  const face = faceWith(given);
  return tile.opens === undefined ? (
    <Tile {...face} to={tile.to ?? '/'} />
  ) : (
    <DialogTile face={face} place={tile.opens as SlotName} />
  );
}
