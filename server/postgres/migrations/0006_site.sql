-- What the operator has set and written: server/site/README.md has the rules.

-- +goose Up
-- One row. What is not here (title, conditions, ...) is a text.
create table site_setting (
  single             bool        primary key default true check (single),
  name               text        not null default 'Krapao',
  website            text        not null default 'https://krapao.example',
  line_link          text        not null default '', -- '': none
  line_name          text        not null default '',
  line_qr            text        not null default '',
  register_otp       bool        not null default true,
  enable_chat_widget bool        not null default false, -- until the chat is there
  games_in_new_tab   bool        not null default true,
  chat_socket        text        not null default '',
  terminated         bool        not null default false,
  single_session     bool        not null default false, -- a login ends the member's other sessions
  address_binding    text        not null default 'off' check (address_binding in ('off', 'prefix', 'strict')),
  agreement_version  text        not null default '1' check (agreement_version <> ''),
  gift_link_key      bytea       not null check (octet_length(gift_link_key) = 32),
  recommended_banks  text[]      not null default '{KBANK,SCB}', -- those that the edition does not offer are left out
  updated_at         timestamptz not null default now()
);
-- The gift-link key is each installation's own. It is an encoding that browsers get, not a secret.
insert into site_setting (gift_link_key) values (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')));
revoke insert, delete on site_setting from krapao_app;

-- The operator's own texts. A key and language without rows has the text that comes with the product (server/site/locales).
create table site_text (
  key        text        not null,
  locale     text        not null check (locale in ('th', 'la', 'en')),
  position   int         not null, -- from 1
  body       text        not null, -- sanitised where it is HTML
  updated_at timestamptz not null default now(),
  primary key (key, locale, position)
);

-- Banks and e-wallets that members may register.
create table bank (
  code                text primary key check (code ~ '^[A-Z0-9]{2,12}$'),
  number              text not null, -- the central bank's, '' when it has none
  name_local          text not null, -- Thai, or Lao for a Lao bank
  name_en             text not null,
  edition             text not null check (edition in ('thai', 'laos')),
  is_wallet           bool not null default false, -- its account number is a phone number
  requires_latin_name bool not null default false,
  position            int  not null, -- display order
  is_open             bool not null default true
);
insert into bank (position, number, code, name_local, name_en, edition) values
  ( 1, '004', 'KBANK', 'ธนาคารกสิกรไทย', 'Kasikornbank', 'thai'),
  ( 2, '014', 'SCB', 'ธนาคารไทยพาณิชย์', 'Siam Commercial Bank', 'thai'),
  ( 3, '002', 'BBL', 'ธนาคารกรุงเทพ', 'Bangkok Bank', 'thai'),
  ( 4, '006', 'KTB', 'ธนาคารกรุงไทย', 'Krung Thai Bank', 'thai'),
  ( 5, '025', 'BAY', 'ธนาคารกรุงศรีอยุธยา', 'Krungsri (Bank of Ayudhya)', 'thai'),
  ( 6, '011', 'TMB', 'ธนาคารทหารไทยธนชาต', 'TMBThanachart Bank', 'thai'),
  ( 7, '030', 'GSB', 'ธนาคารออมสิน', 'Government Savings Bank', 'thai'),
  ( 8, '034', 'BAAC', 'ธนาคารเพื่อการเกษตรและสหกรณ์การเกษตร', 'BAAC', 'thai'),
  ( 9, '033', 'GHB', 'ธนาคารอาคารสงเคราะห์', 'Government Housing Bank', 'thai'),
  (10, '069', 'KKP', 'ธนาคารเกียรตินาคินภัทร', 'Kiatnakin Phatra Bank', 'thai'),
  (11, '022', 'CIMBT', 'ธนาคารซีไอเอ็มบี ไทย', 'CIMB Thai', 'thai'),
  (12, '024', 'UOBT', 'ธนาคารยูโอบี', 'UOB', 'thai'),
  (13, '067', 'TISCO', 'ธนาคารทิสโก้', 'TISCO Bank', 'thai'),
  (14, '073', 'LHB', 'ธนาคารแลนด์ แอนด์ เฮ้าส์', 'Land and Houses Bank', 'thai'),
  (15, '066', 'IBANK', 'ธนาคารอิสลามแห่งประเทศไทย', 'Islamic Bank of Thailand', 'thai'),
  (16, '071', 'TCRB', 'ธนาคารไทยเครดิต', 'Thai Credit Bank', 'thai'),
  (17, '070', 'ICBCT', 'ธนาคารไอซีบีซี (ไทย)', 'ICBC (Thai)', 'thai'),
  (18, '', 'TRUE', 'ทรูมันนี่ วอลเล็ท', 'TrueMoney Wallet', 'thai'),
  ( 1, '', 'BCEL', 'ທະນາຄານການຄ້າຕ່າງປະເທດລາວ', 'Banque pour le Commerce Extérieur Lao', 'laos'),
  ( 2, '', 'LDB', 'ທະນາຄານພັດທະນາລາວ', 'Lao Development Bank', 'laos'),
  ( 3, '', 'JDB', 'ທະນາຄານຮ່ວມພັດທະນາ', 'Joint Development Bank', 'laos'),
  ( 4, '', 'APB', 'ທະນາຄານສົ່ງເສີມກະສິກຳ', 'Agricultural Promotion Bank', 'laos');
update bank set requires_latin_name = true where code in ('KTB', 'TMB', 'BBL');
update bank set is_wallet = true where code = 'TRUE';

-- Answers to "how did you find us"; their texts are the texts source.<code>.
create table source (
  code     text primary key check (code ~ '^[A-Z0-9_]{1,32}$'),
  position int  not null,
  is_open  bool not null default true
);
insert into source (position, code) values (1, 'FRIEND'), (2, 'SEARCH'), (3, 'FACEBOOK'), (4, 'LINE'), (5, 'YOUTUBE'), (6, 'OTHER');

-- Help videos; their titles are the texts help.<code>. {locale} in a path stands for th, la or en.
create table help_video (
  code     text primary key check (code ~ '^[a-z0-9-]{1,32}$'),
  position int  not null,
  video    text not null,
  poster   text not null default '', -- '': none
  is_show  bool not null default false
);
insert into help_video (position, code, video) values
  (1, 'wallet', '/media/help/wallet-{locale}.mp4'),
  (2, 'game', '/media/help/game-{locale}.mp4'),
  (3, 'balance', '/media/help/balance-{locale}.mp4'),
  (4, 'bonus', '/media/help/bonus-{locale}.mp4'),
  (5, 'bonus-end', '/media/help/bonus-end-{locale}.mp4');

-- +goose Down
drop table help_video;
drop table source;
drop table bank;
drop table site_text;
drop table site_setting;
