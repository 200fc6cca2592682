-- version-5-postgres.sql: the same as version-5.sql in PostgreSQL, as `roundhouse migrate` of version 5 wrote it.
CREATE FUNCTION daily_over() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN UPDATE attempts SET is_done = 1, score = (SELECT coalesce(CAST(nullif(split_part(t.scores, ' ', CAST(s.seat + 1 AS INTEGER)), '') AS BIGINT), 0) FROM tables t JOIN seats s ON s.table_id = t.id WHERE t.id = NEW.id AND s.user_id = attempts.user_id), place = (SELECT coalesce(CAST(nullif(split_part(t.places, ' ', CAST(s.seat + 1 AS INTEGER)), '') AS BIGINT), 0) FROM tables t JOIN seats s ON s.table_id = t.id WHERE t.id = NEW.id AND s.user_id = attempts.user_id), ended = NEW.changed WHERE table_id = NEW.id AND NEW.changed < (NEW.daily + 1) * 86400000 AND EXISTS (SELECT 1 FROM seats s WHERE s.table_id = NEW.id AND s.user_id = attempts.user_id AND s.is_away = 0); RETURN NULL; END $$;
CREATE FUNCTION earner_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN DELETE FROM incomes WHERE user_id = NEW.id; RETURN NULL; END $$;
CREATE FUNCTION game_over() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN INSERT INTO results (table_id, seat, user_id, who, level, is_away, game, rules, rule_set, seat_count, is_public, score, place, ended) SELECT t.id, s.seat, CASE WHEN u.deleted = 0 THEN u.id END, s.who, CASE WHEN s.who = 2 THEN s.level WHEN s.is_away = 1 THEN t.sit_in ELSE '' END, s.is_away, t.game, t.rules, trim(replace(replace(replace(replace(replace(replace(replace(t.options, 'first=random', ''), 'first=0', ''), 'first=1', ''), 'first=2', ''), 'first=3', ''), 'first=4', ''), 'first=5', '')), t.seat_count, t.is_public, coalesce(CAST(nullif(split_part(t.scores, ' ', CAST(s.seat + 1 AS INTEGER)), '') AS BIGINT), 0), coalesce(CAST(nullif(split_part(t.places, ' ', CAST(s.seat + 1 AS INTEGER)), '') AS BIGINT), 0), t.changed FROM tables t JOIN seats s ON s.table_id = t.id LEFT JOIN users u ON u.id = s.user_id WHERE t.state = 2 AND s.seat < t.seat_count AND t.id = NEW.id;INSERT INTO means (game, rule_set, seat_count, is_public, seats, total) SELECT game, rule_set, seat_count, is_public, count(*), CAST(sum(score) AS BIGINT) FROM results WHERE who = 1 AND is_away = 0 AND table_id = NEW.id GROUP BY game, rule_set, seat_count, is_public ON CONFLICT (game, rule_set, seat_count, is_public) DO UPDATE SET seats = means.seats + excluded.seats, total = means.total + excluded.total; RETURN NULL; END $$;
CREATE FUNCTION game_uncounted() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN INSERT INTO uncounted (table_id) VALUES (NEW.id); RETURN NULL; END $$;
CREATE FUNCTION player_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN UPDATE attempts SET user_id = NULL WHERE user_id = NEW.id; RETURN NULL; END $$;
CREATE FUNCTION user_gone() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN UPDATE results SET user_id = NULL WHERE user_id = NEW.id; RETURN NULL; END $$;
CREATE TABLE acts (
    n bigint NOT NULL,
    at bigint NOT NULL,
    actor text NOT NULL,
    what text NOT NULL,
    whom text NOT NULL,
    place text NOT NULL,
    more text NOT NULL
);
CREATE TABLE attempts (
    table_id bigint NOT NULL,
    day bigint NOT NULL,
    game text NOT NULL,
    user_id bigint,
    k bigint NOT NULL,
    is_ranked bigint NOT NULL,
    started bigint NOT NULL,
    is_done bigint NOT NULL,
    score bigint NOT NULL,
    place bigint NOT NULL,
    ended bigint NOT NULL
);
CREATE TABLE blocks (
    user_id bigint NOT NULL,
    other bigint NOT NULL
);
CREATE TABLE challenges (
    nonce bytea NOT NULL,
    expires bigint NOT NULL
);
CREATE TABLE chat (
    table_id bigint NOT NULL,
    k bigint NOT NULL,
    user_id bigint,
    seat bigint NOT NULL,
    at bigint NOT NULL,
    said text NOT NULL
);
CREATE TABLE claims (
    table_id bigint NOT NULL,
    node text NOT NULL,
    until bigint NOT NULL
);
CREATE TABLE codes (
    user_id bigint NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT codes_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE dailies (
    day bigint NOT NULL,
    game text NOT NULL,
    rules bigint NOT NULL,
    options text NOT NULL,
    seat_count bigint NOT NULL,
    level text NOT NULL,
    created bigint NOT NULL,
    secret bytea NOT NULL,
    CONSTRAINT dailies_secret_check CHECK ((length(secret) = 32))
);
CREATE TABLE devices (
    hash bytea NOT NULL,
    user_id bigint NOT NULL,
    session text NOT NULL,
    endpoint text NOT NULL,
    public_key bytea NOT NULL,
    auth bytea NOT NULL,
    label text NOT NULL,
    language text NOT NULL,
    created bigint NOT NULL,
    CONSTRAINT devices_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE follows (
    user_id bigint NOT NULL,
    other bigint NOT NULL
);
CREATE TABLE incomes (
    user_id bigint NOT NULL,
    is_public bigint NOT NULL,
    game text NOT NULL,
    what text NOT NULL,
    times bigint NOT NULL,
    total bigint NOT NULL
);
CREATE TABLE links (
    hash bytea NOT NULL,
    kind bigint NOT NULL,
    code text NOT NULL,
    user_id bigint,
    uses bigint NOT NULL,
    expires bigint NOT NULL,
    created bigint NOT NULL,
    note text NOT NULL,
    CONSTRAINT links_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE log (
    table_id bigint NOT NULL,
    n bigint NOT NULL,
    kind bigint NOT NULL,
    seat bigint NOT NULL,
    is_by_bot bigint NOT NULL,
    action bigint NOT NULL,
    at bigint NOT NULL,
    waiting bigint NOT NULL,
    deadline bigint NOT NULL,
    clocks text NOT NULL,
    hash bigint DEFAULT 0 NOT NULL,
    author bigint DEFAULT 0 NOT NULL
);
CREATE TABLE mail_items (
    user_id bigint NOT NULL,
    table_id bigint NOT NULL,
    kind bigint NOT NULL,
    n bigint NOT NULL,
    made bigint NOT NULL,
    by_user bigint,
    is_sent bigint NOT NULL
);
CREATE TABLE mail_limits (
    key bytea NOT NULL,
    at bigint NOT NULL,
    CONSTRAINT mail_limits_key_check CHECK ((length(key) = 32))
);
CREATE TABLE mailboxes (
    user_id bigint NOT NULL,
    address text NOT NULL,
    address_key text NOT NULL,
    pending text NOT NULL,
    language text NOT NULL,
    every bigint NOT NULL,
    sent bigint NOT NULL,
    failures bigint NOT NULL
);
CREATE TABLE mails (
    kind bigint NOT NULL,
    user_id bigint NOT NULL,
    wanted text NOT NULL,
    language text NOT NULL,
    due bigint NOT NULL,
    tries bigint NOT NULL,
    made bigint NOT NULL
);
CREATE TABLE marks (
    id bigint NOT NULL,
    batch bigint NOT NULL,
    at timestamp with time zone NOT NULL
);
CREATE TABLE means (
    game text NOT NULL,
    rule_set text NOT NULL,
    seat_count bigint NOT NULL,
    is_public bigint NOT NULL,
    seats bigint NOT NULL,
    total bigint NOT NULL
);
CREATE TABLE notify (
    user_id bigint NOT NULL,
    push bigint NOT NULL,
    quiet_from bigint NOT NULL,
    quiet_to bigint NOT NULL,
    zone text NOT NULL
);
CREATE TABLE passkeys (
    id bytea NOT NULL,
    user_id bigint NOT NULL,
    public_key bytea NOT NULL,
    counter bigint NOT NULL,
    label text NOT NULL,
    created bigint NOT NULL,
    used bigint NOT NULL,
    CONSTRAINT passkeys_id_check CHECK (((length(id) >= 1) AND (length(id) <= 1023)))
);
CREATE TABLE pulse (
    beat bigint NOT NULL,
    stood bigint NOT NULL
);
CREATE TABLE pushes (
    device bytea NOT NULL,
    table_id bigint NOT NULL,
    kind bigint NOT NULL,
    n bigint NOT NULL,
    due bigint,
    tries bigint NOT NULL,
    made bigint NOT NULL,
    by_user bigint
);
CREATE TABLE reports (
    id bigint NOT NULL,
    at bigint NOT NULL,
    reporter text NOT NULL,
    whom text NOT NULL,
    place text NOT NULL,
    k bigint NOT NULL,
    said text NOT NULL,
    why text NOT NULL,
    settled bigint NOT NULL
);
ALTER TABLE reports ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME reports_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE results (
    table_id bigint NOT NULL,
    seat bigint NOT NULL,
    user_id bigint,
    who bigint NOT NULL,
    level text NOT NULL,
    is_away bigint NOT NULL,
    game text NOT NULL,
    rules bigint NOT NULL,
    rule_set text NOT NULL,
    seat_count bigint NOT NULL,
    is_public bigint NOT NULL,
    score bigint NOT NULL,
    place bigint NOT NULL,
    ended bigint NOT NULL
);
CREATE TABLE roundhouse (
    version bigint NOT NULL
);
CREATE TABLE seats (
    table_id bigint NOT NULL,
    seat bigint NOT NULL,
    who bigint NOT NULL,
    user_id bigint,
    level text NOT NULL,
    is_away bigint NOT NULL
);
CREATE TABLE secrets (
    name text NOT NULL,
    bytes bytea NOT NULL
);
CREATE TABLE sessions (
    hash bytea NOT NULL,
    user_id bigint NOT NULL,
    created bigint NOT NULL,
    seen bigint NOT NULL,
    expires bigint NOT NULL,
    code text DEFAULT ''::text NOT NULL,
    device text DEFAULT ''::text NOT NULL,
    issued bigint DEFAULT 0 NOT NULL,
    is_used bigint DEFAULT 1 NOT NULL,
    CONSTRAINT sessions_hash_check CHECK ((length(hash) = 32))
);
CREATE TABLE settings (
    name text NOT NULL,
    value text NOT NULL
);
CREATE TABLE tables (
    id bigint NOT NULL,
    code text NOT NULL,
    game text NOT NULL,
    rules bigint NOT NULL,
    options text NOT NULL,
    seed bytea NOT NULL,
    seat_count bigint NOT NULL,
    is_public bigint NOT NULL,
    clock bigint NOT NULL,
    clock_time bigint NOT NULL,
    clock_extra bigint NOT NULL,
    sit_in text NOT NULL,
    host bigint NOT NULL,
    created bigint NOT NULL,
    state bigint NOT NULL,
    changed bigint NOT NULL,
    moment_n bigint NOT NULL,
    waiting bigint NOT NULL,
    deadline bigint NOT NULL,
    clocks text NOT NULL,
    scores text NOT NULL,
    places text NOT NULL,
    next text NOT NULL,
    version bigint DEFAULT 0 NOT NULL,
    deal text DEFAULT ''::text NOT NULL,
    daily bigint DEFAULT 0 NOT NULL,
    CONSTRAINT tables_seed_check CHECK ((length(seed) = 32))
);
CREATE VIEW standing AS
 SELECT t.id,
    t.code,
    t.game,
    t.rules,
    t.options,
    t.seat_count,
    t.is_public,
    t.clock,
    t.clock_time,
    t.clock_extra,
    t.sit_in,
    t.host,
    t.created,
    t.state,
    t.changed AS ended,
        CASE
            WHEN ((t.state = 2) OR (l.n IS NULL) OR (t.changed > l.at)) THEN t.changed
            ELSE l.at
        END AS changed,
    COALESCE(l.n, (0)::bigint) AS n,
        CASE
            WHEN ((l.n IS NULL) OR (t.moment_n = l.n)) THEN t.waiting
            ELSE l.waiting
        END AS waiting,
        CASE
            WHEN ((l.n IS NULL) OR (t.moment_n = l.n)) THEN t.deadline
            ELSE l.deadline
        END AS deadline,
        CASE
            WHEN ((l.n IS NULL) OR (t.moment_n = l.n)) THEN t.clocks
            ELSE l.clocks
        END AS clocks,
    t.scores,
    t.places,
    t.next,
    t.version
   FROM (tables t
     LEFT JOIN LATERAL ( SELECT log.table_id,
            log.n,
            log.kind,
            log.seat,
            log.is_by_bot,
            log.action,
            log.at,
            log.waiting,
            log.deadline,
            log.clocks,
            log.hash,
            log.author
           FROM log
          WHERE (log.table_id = t.id)
          ORDER BY log.n DESC
         LIMIT 1) l ON (true));
ALTER TABLE tables ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME tables_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE uncounted (
    table_id bigint NOT NULL
);
CREATE TABLE users (
    id bigint NOT NULL,
    code text NOT NULL,
    kind bigint NOT NULL,
    name text NOT NULL,
    name_key text NOT NULL,
    password text NOT NULL,
    owner bigint,
    language text NOT NULL,
    created bigint NOT NULL,
    deleted bigint NOT NULL,
    skeleton text DEFAULT ''::text NOT NULL,
    twin bigint DEFAULT 0 NOT NULL,
    is_hidden bigint DEFAULT 0 NOT NULL,
    role bigint DEFAULT 0 NOT NULL,
    banned bigint DEFAULT 0 NOT NULL,
    muted bigint DEFAULT 0 NOT NULL
);
ALTER TABLE users ALTER COLUMN id ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME users_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
INSERT INTO acts VALUES (1, 1795003580207, '', 'role', 'uG9S6QY5ZYPEW', '', 'admin');
INSERT INTO acts VALUES (2, 1795003580238, '', 'announce', '', '', 'Closed on Friday');
INSERT INTO acts VALUES (3, 1795003580271, '', 'set', '', '', 'entry invited');
INSERT INTO acts VALUES (4, 1795003583332, '', 'token', 'uG9S6QY5ZYPEW', '', '');
INSERT INTO attempts VALUES (3, 20775, 'station-master', 1, 1, 1, 1795003583377, 0, 0, 0, 0);
INSERT INTO chat VALUES (1, 1, 1, 0, 1794949904903, 'Hello');
INSERT INTO dailies VALUES (20775, 'freight-train', 1, 'edition=mayfair sequence=engine cabooses=off mixed=edition first=random', 3, 'medium', 1795003580592, '\x5396912bac291f95821ea618f912c4d32eb64fe1ea4b13232652bbd544fecf30');
INSERT INTO dailies VALUES (20775, 'station-master', 1, 'first=random', 3, 'medium', 1795003580592, '\x9a205e1804bf52a345ea91ede2bcdde31716cb7a023067895c24a8b122d6e669');
INSERT INTO dailies VALUES (20775, 'take-a-train', 1, 'first=random rotating=product objectives=corrected money=hidden', 3, 'medium', 1795003580592, '\xc7f6302b00a1aa93b9c76913570f1f366c01a0618a96992910afbe15b4452e59');
INSERT INTO dailies VALUES (20776, 'freight-train', 1, 'edition=white-wind sequence=engine cabooses=off mixed=edition first=random', 3, 'medium', 1795003580592, '\xa68cd96520819171359b97ac249d04e47a1d986677ad83eddb587592d9581e30');
INSERT INTO dailies VALUES (20776, 'station-master', 1, 'first=random', 3, 'medium', 1795003580592, '\x2fe494a46e68955fcb8824ec623c2d2ed7521db41392a01559b2530312c82615');
INSERT INTO dailies VALUES (20776, 'take-a-train', 1, 'first=random rotating=product objectives=corrected money=hidden', 3, 'medium', 1795003580592, '\x7b631c6a520e48ba40f0143719b48ebf4580eab869dea7858e0b65674dfcbcd1');
INSERT INTO follows VALUES (1, 2);
INSERT INTO log VALUES (1, 1, 0, 1, 1, 134221824, 1794949904907, 2, 0, '', 9050882246782672907, 3733890279661788097);
INSERT INTO log VALUES (1, 2, 0, 1, 1, 12289, 1794949904908, 1, 0, '', -4521622324201306746, 2639515403669674100);
INSERT INTO log VALUES (1, 3, 0, 0, 1, 12288, 1794949904913, 2, 0, '', 8981071359633278237, 7420529500233180664);
INSERT INTO log VALUES (1, 4, 0, 1, 1, 16785408, 1794949904917, 1, 0, '', -4646141659870080721, 1059394159784132796);
INSERT INTO log VALUES (1, 5, 0, 0, 1, 4097, 1794949904917, 2, 0, '', 1087067648321460740, 4913141857872633714);
INSERT INTO log VALUES (1, 6, 0, 1, 1, 16781312, 1794949904918, 1, 0, '', 6166668782027037060, 6132881305725461619);
INSERT INTO log VALUES (1, 7, 0, 0, 1, 50331648, 1794949904918, 2, 0, '', 6196067661584032732, 322948550259866812);
INSERT INTO log VALUES (1, 8, 0, 1, 1, 4096, 1794949904919, 1, 0, '', 2142528813150519091, 7572923857699539434);
INSERT INTO log VALUES (1, 9, 0, 0, 1, 16830465, 1794949904919, 2, 0, '', 4933228860682222231, 915616539078218677);
INSERT INTO log VALUES (1, 10, 0, 1, 1, 50335744, 1794949904919, 1, 0, '', -2676460474793689449, 440831793877387032);
INSERT INTO log VALUES (1, 11, 0, 0, 1, 33558528, 1794949904921, 2, 0, '', -6234167730150953567, 5919980091500015032);
INSERT INTO log VALUES (1, 12, 0, 1, 1, 16814081, 1794949904922, 1, 0, '', -7044642078494735565, 3907731595356430202);
INSERT INTO log VALUES (1, 13, 0, 0, 1, 16818176, 1794949904922, 2, 0, '', -3034533660472067773, 615594755539548846);
INSERT INTO log VALUES (1, 14, 0, 1, 1, 16805888, 1794949904923, 1, 0, '', 7172757920815984859, 6427567577447728492);
INSERT INTO log VALUES (1, 15, 0, 0, 1, 16809985, 1794949904929, 2, 0, '', 4846382527253174662, 3891807424383862521);
INSERT INTO log VALUES (1, 16, 0, 1, 1, 167772160, 1794949904937, 1, 0, '', -510095349219298878, 6278806950090031542);
INSERT INTO log VALUES (1, 17, 0, 0, 1, 12289, 1794949904941, 2, 0, '', -6459345234267068939, 3881302515008641621);
INSERT INTO log VALUES (1, 18, 0, 1, 1, 16818176, 1794949904945, 1, 0, '', 888960155350407560, 2848160072292373931);
INSERT INTO log VALUES (1, 19, 0, 0, 1, 16822273, 1794949904953, 2, 0, '', -6441077183319913569, 5636903977491958868);
INSERT INTO log VALUES (1, 20, 0, 1, 1, 12289, 1794949904958, 1, 0, '', 5962932671367865097, 730363204368965648);
INSERT INTO log VALUES (1, 21, 0, 0, 1, 33558528, 1794949904965, 2, 0, '', -4113053715766473719, 4020018010326405650);
INSERT INTO log VALUES (1, 22, 0, 1, 1, 12289, 1794949904973, 1, 0, '', -796575916517657541, 7370621709237135137);
INSERT INTO log VALUES (1, 23, 0, 0, 1, 12288, 1794949904981, 2, 0, '', 9139923761279857894, 1971849563625919158);
INSERT INTO log VALUES (1, 24, 0, 1, 1, 8192, 1794949904985, 1, 0, '', -4469666107681099413, 2047434743561366121);
INSERT INTO log VALUES (1, 25, 0, 0, 1, 50335744, 1794949904989, 2, 0, '', -2285822808981797763, 8845213891894104609);
INSERT INTO log VALUES (1, 26, 0, 1, 1, 4097, 1794949904995, 1, 0, '', -7764522287661607865, 2727194992391187078);
INSERT INTO log VALUES (1, 27, 0, 0, 1, 16789504, 1794949905006, 2, 0, '', 2960728988271267633, 2651422399475728577);
INSERT INTO log VALUES (1, 28, 0, 1, 1, 16781313, 1794949905010, 1, 0, '', -8909697218801263809, 5302369818484785129);
INSERT INTO log VALUES (1, 29, 0, 0, 1, 16826368, 1794949905013, 2, 0, '', 7508138230799758016, 2916595353701865886);
INSERT INTO log VALUES (1, 30, 0, 1, 1, 16793601, 1794949905021, 1, 0, '', 5095782899422479692, 2352846662923550436);
INSERT INTO log VALUES (1, 31, 0, 0, 1, 4096, 1794949905026, 2, 0, '', 611752273286025043, 4533969254656911750);
INSERT INTO log VALUES (1, 32, 0, 1, 1, 16797697, 1794949905029, 1, 0, '', 1745746165817193735, 4874272563211635774);
INSERT INTO log VALUES (1, 33, 0, 0, 1, 4097, 1794949905034, 2, 0, '', 2915325703989123136, 164325892381684948);
INSERT INTO log VALUES (1, 34, 0, 1, 1, 4097, 1794949905040, 1, 0, '', 4562362027904213454, 8168384015932929119);
INSERT INTO log VALUES (1, 35, 0, 0, 1, 8192, 1794949905042, 2, 0, '', -6408218215936169661, 7810912706336094733);
INSERT INTO log VALUES (1, 36, 0, 1, 1, 16793600, 1794949905046, 1, 0, '', -7361335111125530900, 3936362302379203802);
INSERT INTO log VALUES (1, 37, 0, 0, 1, 4097, 1794949905053, 2, 0, '', 4463099331649962036, 7076011947471086819);
INSERT INTO log VALUES (1, 38, 0, 1, 1, 134221824, 1794949905059, 2, 0, '', 4038623113350445075, 2821719515362397970);
INSERT INTO log VALUES (1, 39, 0, 1, 1, 4097, 1794949905063, 1, 0, '', -257903840324809069, 1410790939954516977);
INSERT INTO log VALUES (1, 40, 0, 0, 1, 16805889, 1794949905066, 2, 0, '', -4542784559687250554, 5676697531052761533);
INSERT INTO log VALUES (1, 41, 0, 1, 1, 83898369, 1794949905073, 1, 0, '', 7578080802925454940, 5081257123655560874);
INSERT INTO log VALUES (1, 42, 0, 0, 1, 100675584, 1794949905078, 2, 0, '', 5543392299667303670, 7106219950924246697);
INSERT INTO log VALUES (1, 43, 0, 1, 1, 12288, 1794949905081, 1, 0, '', 3773431256966011703, 6812016477129641702);
INSERT INTO log VALUES (1, 44, 0, 0, 1, 12289, 1794949905085, 2, 0, '', -179203096864671393, 8998151516156443124);
INSERT INTO log VALUES (1, 45, 0, 1, 1, 150994944, 1794949905093, 1, 0, '', -4756169725694003339, 1611637183836212730);
INSERT INTO log VALUES (1, 46, 0, 0, 1, 16826369, 1794949905101, 2, 0, '', -3315215137446708412, 9194099165055040362);
INSERT INTO log VALUES (1, 47, 0, 1, 1, 8192, 1794949905109, 1, 0, '', -8837790291302292971, 6692629930050450114);
INSERT INTO log VALUES (1, 48, 0, 0, 1, 4097, 1794949905117, 2, 0, '', 6511461967363868923, 428654889834396522);
INSERT INTO log VALUES (1, 49, 0, 1, 1, 8192, 1794949905124, 1, 0, '', -8865702398526309558, 5856439962240050847);
INSERT INTO log VALUES (1, 50, 0, 0, 1, 16822273, 1794949905133, 2, 0, '', -8421189739694637672, 3638553149482615838);
INSERT INTO log VALUES (1, 51, 0, 1, 1, 16781313, 1794949905137, 1, 0, '', 7690809748100151118, 1575696746839397404);
INSERT INTO log VALUES (1, 52, 0, 0, 1, 16809984, 1794949905145, 2, 0, '', 5015775214558110109, 66345997862578857);
INSERT INTO log VALUES (1, 53, 0, 1, 1, 16789505, 1794949905148, 1, 0, '', -4189331596060627589, 1386383001042383449);
INSERT INTO log VALUES (1, 54, 0, 0, 1, 4097, 1794949905153, 2, 0, '', 2825699743749150583, 8219028628649134274);
INSERT INTO log VALUES (1, 55, 0, 1, 1, 16797696, 1794949905160, 1, 0, '', 9113085842280049706, 2340764889592212555);
INSERT INTO log VALUES (1, 56, 0, 0, 1, 8192, 1794949905163, 2, 0, '', -8189766313495681332, 4927486728049651091);
INSERT INTO log VALUES (1, 57, 0, 1, 1, 16814081, 1794949905169, 1, 0, '', 6989585399800273031, 7341850468564752415);
INSERT INTO log VALUES (1, 58, 0, 0, 1, 16789504, 1794949905175, 2, 0, '', -5215788150434966209, 3869519365613877972);
INSERT INTO log VALUES (1, 59, 0, 1, 1, 16805888, 1794949905179, 1, 0, '', 2738225497359328582, 6891703417587396319);
INSERT INTO log VALUES (1, 60, 0, 0, 1, 167772160, 1794949905184, 2, 0, '', -4603784768102732868, 9221487331291011539);
INSERT INTO log VALUES (1, 61, 0, 1, 1, 4096, 1794949905199, 1, 0, '', 2557497551325584164, 1424468081399030344);
INSERT INTO log VALUES (1, 62, 0, 0, 1, 16781312, 1794949905201, 2, 0, '', 204530877553226948, 5908067679201845772);
INSERT INTO log VALUES (1, 63, 0, 1, 1, 150994944, 1794949905206, 1, 0, '', -7748167528180433852, 8544580266014138394);
INSERT INTO log VALUES (1, 64, 0, 0, 1, 16801792, 1794949905213, 2, 0, '', 2601003417772415738, 4279993439836485580);
INSERT INTO log VALUES (1, 65, 0, 1, 1, 16814081, 1794949905221, 1, 0, '', -7107130717295199283, 7429354589840825255);
INSERT INTO log VALUES (1, 66, 0, 0, 1, 8193, 1794949905225, 2, 0, '', 9025702949212610664, 933892684291539456);
INSERT INTO log VALUES (1, 67, 0, 1, 1, 4097, 1794949905229, 1, 0, '', -3639876061367130444, 7120488649489615594);
INSERT INTO log VALUES (1, 68, 0, 0, 1, 134217728, 1794949905237, 1, 0, '', 5282333047085769350, 5859668973615429236);
INSERT INTO log VALUES (1, 69, 0, 0, 1, 4096, 1794949905245, 2, 0, '', 1323192565807565713, 4987659312259249074);
INSERT INTO log VALUES (1, 70, 0, 1, 1, 16793601, 1794949905249, 1, 0, '', -8421413254163932837, 3200496914039003587);
INSERT INTO log VALUES (1, 71, 0, 0, 1, 4097, 1794949905257, 2, 0, '', -1653672955354976096, 6736631229393046011);
INSERT INTO log VALUES (1, 72, 0, 1, 1, 67108865, 1794949905261, 1, 0, '', 4848004765513253458, 4028538503653958794);
INSERT INTO log VALUES (1, 73, 0, 0, 1, 12289, 1794949905269, 2, 0, '', 3164890441487893536, 7391183308515204415);
INSERT INTO log VALUES (1, 74, 0, 1, 1, 16777217, 1794949905273, 1, 0, '', 1984070884200359280, 4698818327782306216);
INSERT INTO log VALUES (1, 75, 0, 0, 1, 16777216, 1794949905277, 2, 0, '', 5310270328962964547, 1264293658035205749);
INSERT INTO log VALUES (1, 76, 0, 1, 1, 16785409, 1794949905286, 1, 0, '', 5640759333173644274, 2167391463408276516);
INSERT INTO log VALUES (1, 77, 0, 0, 1, 16785409, 1794949905289, 2, 0, '', -6158024228725515998, 1057998743161004523);
INSERT INTO log VALUES (1, 78, 0, 1, 1, 16809985, 1794949905297, 1, 0, '', 4933241218719832567, 2132349509527693606);
INSERT INTO log VALUES (1, 79, 0, 0, 1, 16777216, 1794949905303, 2, 0, '', -8317381096096101092, 8957094756388302770);
INSERT INTO log VALUES (1, 80, 0, 1, 1, 16797697, 1794949905305, 1, 0, '', 15556882439787815, 3853469589763331922);
INSERT INTO log VALUES (1, 81, 0, 0, 1, 16826369, 1794949905309, 2, 0, '', -1901908727789161922, 878797958871988474);
INSERT INTO log VALUES (1, 82, 0, 1, 1, 16805889, 1794949905313, 1, 0, '', -3486314709016571583, 1820042784219035170);
INSERT INTO log VALUES (1, 83, 0, 0, 1, 16793600, 1794949905314, 2, 0, '', -1536967519566680949, 75731967640824155);
INSERT INTO log VALUES (1, 84, 0, 1, 1, 4096, 1794949905317, 1, 0, '', -3482516617793297924, 5568346520492249198);
INSERT INTO log VALUES (1, 85, 0, 0, 1, 16830464, 1794949905321, 2, 0, '', -6345584262458512621, 6232942841343017399);
INSERT INTO log VALUES (1, 86, 0, 1, 1, 4096, 1794949905324, 1, 0, '', -5473236692059867339, 7195270563699227708);
INSERT INTO log VALUES (1, 87, 0, 0, 1, 16814080, 1794949905329, 2, 0, '', -2616234533975556408, 2267522757068088925);
INSERT INTO log VALUES (1, 88, 0, 1, 1, 4096, 1794949905333, 1, 0, '', -1300971598972258619, 14073471383487254);
INSERT INTO log VALUES (1, 89, 0, 0, 1, 12288, 1794949905337, 2, 0, '', -629740202702404400, 573488674194292020);
INSERT INTO log VALUES (1, 90, 0, 1, 1, 8192, 1794949905341, 1, 0, '', -3380780093371843280, 8190136667700755475);
INSERT INTO log VALUES (1, 91, 0, 0, 1, 16826368, 1794949905345, 2, 0, '', 2702158441103929888, 7166621214362935917);
INSERT INTO log VALUES (1, 92, 0, 1, 1, 16814080, 1794949905351, 0, 0, '', -7036082571316590224, 7174295425130180929);
INSERT INTO pulse VALUES (0, 0);
INSERT INTO results VALUES (1, 0, 1, 1, 'random', 1, 'station-master', 1, '', 2, 1, -61, 1, 1794949905351);
INSERT INTO results VALUES (1, 1, NULL, 2, 'random', 0, 'station-master', 1, '', 2, 1, -114, 2, 1794949905351);
INSERT INTO roundhouse VALUES (1);
INSERT INTO roundhouse VALUES (2);
INSERT INTO roundhouse VALUES (3);
INSERT INTO roundhouse VALUES (4);
INSERT INTO roundhouse VALUES (5);
INSERT INTO seats VALUES (1, 0, 1, 1, '', 1);
INSERT INTO seats VALUES (1, 1, 2, NULL, 'random', 0);
INSERT INTO seats VALUES (2, 0, 1, 2, '', 0);
INSERT INTO seats VALUES (2, 1, 0, NULL, '', 0);
INSERT INTO seats VALUES (3, 0, 1, 1, '', 0);
INSERT INTO seats VALUES (3, 1, 2, NULL, 'medium', 0);
INSERT INTO seats VALUES (3, 2, 2, NULL, 'medium', 0);
INSERT INTO secrets VALUES ('vapid', '\x773a93c83b7617e2ed1c91288f8fc603ddcc7fe3f19c9c1fe3a5adae1b6b1aea');
INSERT INTO sessions VALUES ('\x0adc181dabe59dea86b7b213eb500b138acf562a45044b1be687b20385b20167', 1, 1795003583332, 1795003583332, 1802779583332, 'sZNW9AJ4A9M9V', 'roundhouse-admin', 1795003583332, 1);
INSERT INTO sessions VALUES ('\x0c212c39de5136c6a276eb1138df2374e4032245aa6f49754437a828eb63660b', 3, 1794949888846, 1794949888846, 1829509888846, 's35J7KEBTHHG4', 'curl', 1794949888846, 1);
INSERT INTO sessions VALUES ('\x49dfc2dca43833c92f767c77c9a04c6b13d8f1a02b3de146211d99d09a23d558', 2, 1794949888783, 1794949888783, 1802725888783, 's9FMBSAVPGE58', 'curl', 1794949888783, 1);
INSERT INTO sessions VALUES ('\x8f51065bb75fa1d0ade3903c3e52c65a14f7e17ab60e3545cb3280633d5e032c', 1, 1794949888577, 1794949888577, 1802725888577, 's97VW9W9HPZ58', 'curl', 1794949888577, 1);
INSERT INTO settings VALUES ('announced-until', '253402300799000');
INSERT INTO settings VALUES ('announcement', 'Closed on Friday');
INSERT INTO settings VALUES ('entry', 'invited');
INSERT INTO tables VALUES (1, 'Q83ABVRWG6', 'station-master', 1, 'first=random', '\xfeaad9fd362a0623771d6638efd6dfa203784708ca21231717ef7ca49d0b4244', 2, 1, 0, 0, 0, 'random', 1, 1794949888814, 2, 1794949905351, 92, 0, 0, '', '-61 -114', '1 2', '', 3, 'bd7c0c95ce22da12a70375e8fa885c7265a71f57a408ae9483ee1ee16569f757 1794949904903', 0);
INSERT INTO tables VALUES (2, 'BM97K3DJK7', 'freight-train', 1, 'edition=mayfair sequence=engine cabooses=off mixed=edition first=random', '\x65ba3cc6006fb73ff8327ad2c157b4f275da02649a70dec73deb53d683affe32', 2, 1, 0, 0, 0, 'medium', 2, 1794949888830, 0, 1794949888830, 0, 0, 0, '', '', '', '', 0, 'e6114f3e22490f9160866a6803e08171057cd58c47ce030f156bf94d813a2301 0', 0);
INSERT INTO tables VALUES (3, 'SZDCGDFY53', 'station-master', 1, 'first=random', '\x9a205e1804bf52a345ea91ede2bcdde31716cb7a023067895c24a8b122d6e669', 3, 0, 0, 0, 0, 'medium', 1, 1795003583377, 1, 1795003583377, 0, 1, 0, '', '', '', '', 1, '63ce8a6d86a5f28b86fcb07861446f95ab39523c13c68cd83ade619de035f488 1795003583377', 20775);
INSERT INTO users VALUES (1, 'uG9S6QY5ZYPEW', 1, 'Ada', 'ada', '$argon2id$v=19$m=65536,t=2,p=1$admMtOIIOnz+DyflEnpw+A$fZ4ZOJCiDecrtcCEdmBMexvBGHB+Q2idCDOBHNm8ZJU', NULL, '', 1794949888577, 0, 'ada', 0, 1, 2, 0, 0);
INSERT INTO users VALUES (2, 'uNSXM4BGDGEAZ', 0, 'Ben', 'ben', '', NULL, '', 1794949888783, 0, 'ben', 0, 0, 0, 0, 0);
INSERT INTO users VALUES (3, 'u9YVXHKYAMKHX', 2, 'Robot', 'robot', '', 1, '', 1794949888846, 0, 'robot', 0, 0, 0, 0, 0);
SELECT pg_catalog.setval('reports_id_seq', 1, false);
SELECT pg_catalog.setval('tables_id_seq', 4, false);
SELECT pg_catalog.setval('users_id_seq', 4, false);
ALTER TABLE ONLY acts
    ADD CONSTRAINT acts_pkey PRIMARY KEY (n);
ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (user_id, other);
ALTER TABLE ONLY challenges
    ADD CONSTRAINT challenges_pkey PRIMARY KEY (nonce);
ALTER TABLE ONLY chat
    ADD CONSTRAINT chat_pkey PRIMARY KEY (table_id, k);
ALTER TABLE ONLY claims
    ADD CONSTRAINT claims_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY codes
    ADD CONSTRAINT codes_pkey PRIMARY KEY (user_id, hash);
ALTER TABLE ONLY dailies
    ADD CONSTRAINT dailies_pkey PRIMARY KEY (day, game);
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY follows
    ADD CONSTRAINT follows_pkey PRIMARY KEY (user_id, other);
ALTER TABLE ONLY incomes
    ADD CONSTRAINT incomes_pkey PRIMARY KEY (user_id, is_public, game, what);
ALTER TABLE ONLY links
    ADD CONSTRAINT links_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY log
    ADD CONSTRAINT log_pkey PRIMARY KEY (table_id, n);
ALTER TABLE ONLY mail_items
    ADD CONSTRAINT mail_items_pkey PRIMARY KEY (user_id, table_id, kind);
ALTER TABLE ONLY mail_limits
    ADD CONSTRAINT mail_limits_pkey PRIMARY KEY (key);
ALTER TABLE ONLY mailboxes
    ADD CONSTRAINT mailboxes_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY mails
    ADD CONSTRAINT mails_pkey PRIMARY KEY (kind, user_id, wanted);
ALTER TABLE ONLY marks
    ADD CONSTRAINT marks_pkey PRIMARY KEY (id);
ALTER TABLE ONLY means
    ADD CONSTRAINT means_pkey PRIMARY KEY (game, rule_set, seat_count, is_public);
ALTER TABLE ONLY notify
    ADD CONSTRAINT notify_pkey PRIMARY KEY (user_id);
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY pushes
    ADD CONSTRAINT pushes_pkey PRIMARY KEY (device, table_id, kind);
ALTER TABLE ONLY reports
    ADD CONSTRAINT reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY results
    ADD CONSTRAINT results_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_pkey PRIMARY KEY (table_id, seat);
ALTER TABLE ONLY secrets
    ADD CONSTRAINT secrets_pkey PRIMARY KEY (name);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY settings
    ADD CONSTRAINT settings_pkey PRIMARY KEY (name);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_code_key UNIQUE (code);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_pkey PRIMARY KEY (id);
ALTER TABLE ONLY uncounted
    ADD CONSTRAINT uncounted_pkey PRIMARY KEY (table_id);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_code_key UNIQUE (code);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_pkey PRIMARY KEY (id);
CREATE UNIQUE INDEX attempts_of ON attempts USING btree (user_id, day, game, k);
CREATE INDEX attempts_ranked ON attempts USING btree (day, game, is_ranked, is_done DESC, score DESC, ended, table_id);
CREATE INDEX blocks_of ON blocks USING btree (other);
CREATE INDEX challenges_expire ON challenges USING btree (expires);
CREATE INDEX chat_of ON chat USING btree (user_id) WHERE (user_id IS NOT NULL);
CREATE INDEX devices_of ON devices USING btree (user_id);
CREATE INDEX follows_of ON follows USING btree (other);
CREATE UNIQUE INDEX kept_names ON users USING btree (name_key) WHERE ((kind = 1) AND (deleted = 0));
CREATE UNIQUE INDEX kept_skeletons ON users USING btree (skeleton, twin) WHERE ((kind = 1) AND (deleted = 0) AND (skeleton <> ''::text));
CREATE INDEX mailboxes_by ON mailboxes USING btree (address_key) WHERE (address_key <> ''::text);
CREATE INDEX mails_due ON mails USING btree (due);
CREATE INDEX passkeys_of ON passkeys USING btree (user_id);
CREATE INDEX programs ON users USING btree (owner) WHERE (owner IS NOT NULL);
CREATE INDEX pushes_due ON pushes USING btree (due) WHERE (due IS NOT NULL);
CREATE INDEX reports_open ON reports USING btree (id) WHERE (settled = 0);
CREATE INDEX results_of ON results USING btree (user_id, ended, table_id, is_public, game, place, is_away) WHERE (user_id IS NOT NULL);
CREATE INDEX seats_of ON seats USING btree (user_id, table_id) WHERE (user_id IS NOT NULL);
CREATE INDEX sessions_expire ON sessions USING btree (expires);
CREATE INDEX sessions_of ON sessions USING btree (user_id);
CREATE INDEX skeletons ON users USING btree (skeleton) WHERE (deleted = 0);
CREATE INDEX tables_hosted ON tables USING btree (host) WHERE (state < 2);
CREATE INDEX tables_open ON tables USING btree (id) WHERE (state = 0);
CREATE INDEX tables_playing ON tables USING btree (id) WHERE (state = 1);
CREATE INDEX tables_public ON tables USING btree (id) WHERE ((is_public = 1) AND (state < 2));
CREATE INDEX tables_public_over ON tables USING btree (changed, id) WHERE ((is_public = 1) AND (state = 2));
CREATE INDEX tables_revealing ON tables USING btree (id) WHERE ((state = 0) AND (deadline > 0));
CREATE TRIGGER daily_over AFTER UPDATE OF state ON tables FOR EACH ROW WHEN (((new.state = 2) AND (old.state <> 2) AND (new.daily > 0))) EXECUTE FUNCTION daily_over();
CREATE TRIGGER earner_gone AFTER UPDATE OF deleted ON users FOR EACH ROW WHEN ((new.deleted <> 0)) EXECUTE FUNCTION earner_gone();
CREATE TRIGGER game_over AFTER UPDATE OF state ON tables FOR EACH ROW WHEN (((new.state = 2) AND (old.state <> 2))) EXECUTE FUNCTION game_over();
CREATE TRIGGER game_uncounted AFTER UPDATE OF state ON tables FOR EACH ROW WHEN (((new.state = 2) AND (old.state <> 2))) EXECUTE FUNCTION game_uncounted();
CREATE TRIGGER player_gone AFTER UPDATE OF deleted ON users FOR EACH ROW WHEN ((new.deleted <> 0)) EXECUTE FUNCTION player_gone();
CREATE TRIGGER user_gone AFTER UPDATE OF deleted ON users FOR EACH ROW WHEN ((new.deleted <> 0)) EXECUTE FUNCTION user_gone();
ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_day_game_fkey FOREIGN KEY (day, game) REFERENCES dailies(day, game);
ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY attempts
    ADD CONSTRAINT attempts_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_other_fkey FOREIGN KEY (other) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY blocks
    ADD CONSTRAINT blocks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY chat
    ADD CONSTRAINT chat_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY chat
    ADD CONSTRAINT chat_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY codes
    ADD CONSTRAINT codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY devices
    ADD CONSTRAINT devices_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY follows
    ADD CONSTRAINT follows_other_fkey FOREIGN KEY (other) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY follows
    ADD CONSTRAINT follows_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY incomes
    ADD CONSTRAINT incomes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY links
    ADD CONSTRAINT links_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY mail_items
    ADD CONSTRAINT mail_items_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY mailboxes
    ADD CONSTRAINT mailboxes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY notify
    ADD CONSTRAINT notify_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE ONLY passkeys
    ADD CONSTRAINT passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY pushes
    ADD CONSTRAINT pushes_device_fkey FOREIGN KEY (device) REFERENCES devices(hash) ON DELETE CASCADE;
ALTER TABLE ONLY results
    ADD CONSTRAINT results_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY results
    ADD CONSTRAINT results_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY seats
    ADD CONSTRAINT seats_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY sessions
    ADD CONSTRAINT sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE ONLY tables
    ADD CONSTRAINT tables_host_fkey FOREIGN KEY (host) REFERENCES users(id);
ALTER TABLE ONLY uncounted
    ADD CONSTRAINT uncounted_table_id_fkey FOREIGN KEY (table_id) REFERENCES tables(id);
ALTER TABLE ONLY users
    ADD CONSTRAINT users_owner_fkey FOREIGN KEY (owner) REFERENCES users(id);
