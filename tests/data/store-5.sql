-- A store as version 5 of its schema left it, played on by a server: a long game with a move taken back (its key
-- mLNk3mGxHAkRwaefQ3hJtf), one without a move, one with days for each move (8lJSnnWOMVvmX81VYJu9oF), one that is over
-- (e53HVqwc9xF1gfbFMnqp9F), and another without a move.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE games (
        key TEXT PRIMARY KEY,
        variant TEXT NOT NULL,
        start TEXT NOT NULL,
        players TEXT NOT NULL,
        moves TEXT NOT NULL,
        result TEXT NOT NULL,
        version INTEGER NOT NULL,
        created INTEGER NOT NULL DEFAULT (unixepoch()),
        changed INTEGER NOT NULL DEFAULT (unixepoch())
    , clock TEXT NOT NULL DEFAULT '', offers TEXT NOT NULL DEFAULT '[]', turn TEXT NOT NULL DEFAULT '', deadline INTEGER, rematch TEXT NOT NULL DEFAULT '', network INTEGER NOT NULL DEFAULT -1, by_link INTEGER NOT NULL DEFAULT 0, kept_as TEXT AS (CASE
        WHEN result <> 'null' THEN 'over'
        WHEN deadline IS NOT NULL THEN NULL
        WHEN moves <> '' THEN 'untouched'
        WHEN by_link OR substr(clock, 1, 7) = '{"days"' THEN 'awaited'
        ELSE 'unbegun' END)) STRICT;
INSERT INTO games VALUES('pb0Vwo6Im0cqlnXcn5gHFj','ataxx','o5x/7/7/7/7/7/x5o x 0 1','{"x":{"kind":"person"},"o":{"kind":"person"}}','g7-e5 g1-e3 e5-g3 e3-g4 a2 g3-e1 a1-c3 a7-a5 c3-a1 f5 a1-c1 e4 c2 e4-c5 c2-c4 e2 c5-e5 e2-g3 b3 e1-d3 d2 a6 e5-g6 a5-c3','null',27,1795846114,1795846114,'','[]','x',NULL,'',7039,0);
INSERT INTO games VALUES('3gb1Eqacv27I6X3csvDfbg','clobber','oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox/xoxoxo/oxoxox x','{"x":{"kind":"person"},"o":{"kind":"person"}}','','null',1,1795846114,1795846114,'','[]','x',NULL,'',55504,0);
INSERT INTO games VALUES('x7kUM6uEUeVLlxv9Wmcw2Q','ataxx:size=5x5','o3x/5/5/5/x3o x 0 1','{"x":{"kind":"person"},"o":{"kind":"person"}}','d5','null',2,1795846114,1795846114,'{"days":3,"x":259200000,"o":259200000}','[]','o',NULL,'',55504,0);
INSERT INTO games VALUES('tOFmtSiiVmSHcfB8iH1bcF','boop','6/6/6/6/6/6 x 8,0,8,0','{"x":{"kind":"person"},"o":{"kind":"person"}}','a6','{"winner":"x","reason":"resigned"}',3,1795846114,1795846114,'','[]','',NULL,'',55504,0);
INSERT INTO games VALUES('l5h5KDUlab594SXnDops0Y','ataxx','o5x/7/7/7/7/7/x5o x 0 1','{"x":{"kind":"person"},"o":{"kind":"person"}}','','null',1,1795846114,1795846114,'','[]','x',NULL,'',55504,0);
CREATE TABLE alive (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
INSERT INTO alive VALUES(1,1795846114552);
CREATE TABLE IF NOT EXISTS "keys" (
        hash BLOB NOT NULL,
        rematch INTEGER NOT NULL,
        game TEXT NOT NULL REFERENCES games (key),
        opens TEXT NOT NULL,
        PRIMARY KEY (hash, rematch)
    ) STRICT;
INSERT INTO keys VALUES(X'5315b3dc358c71d6113cf9c5be6a7bca20b52443d90499f9283318e03f1df90e',0,'pb0Vwo6Im0cqlnXcn5gHFj','xo');
INSERT INTO keys VALUES(X'661c6eac8b6af8e9f4497e5f532c89c95ceae602c5ace572bbff7e5c65e27bba',0,'3gb1Eqacv27I6X3csvDfbg','xo');
INSERT INTO keys VALUES(X'7770c2418e3b2ead20b62780070218ab6935ff2fafb1623010787e395fb8e473',0,'x7kUM6uEUeVLlxv9Wmcw2Q','xo');
INSERT INTO keys VALUES(X'd64b5aea58e7c3a28c5848cc5d6587f8b236910c4970a16c66fd9ad09929108d',0,'tOFmtSiiVmSHcfB8iH1bcF','xo');
INSERT INTO keys VALUES(X'9dd00384ae9b8bcff7f74397833a10672df4c3b82ee688b7b4d8fbc30583fa58',0,'l5h5KDUlab594SXnDops0Y','xo');
CREATE TABLE salt (one INTEGER PRIMARY KEY CHECK (one = 1), bytes BLOB NOT NULL) STRICT;
INSERT INTO salt VALUES(1,X'2cd4280918eec4eb9269391baa509480');
CREATE TABLE unfinished (network INTEGER PRIMARY KEY, games INTEGER NOT NULL) STRICT;
INSERT INTO unfinished VALUES(-2,4);
INSERT INTO unfinished VALUES(-1,0);
INSERT INTO unfinished VALUES(7039,1);
INSERT INTO unfinished VALUES(55504,3);
CREATE TABLE taken_over (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
CREATE INDEX deadlines ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX rematches ON games (rematch) WHERE rematch <> '';
CREATE INDEX keys_of_games ON keys (game);
CREATE INDEX kept_for_a_time ON games (kept_as, changed) WHERE kept_as IS NOT NULL;
CREATE TRIGGER game_begun AFTER INSERT ON games WHEN new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END;
CREATE TRIGGER game_removed AFTER DELETE ON games WHEN old.result = 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (old.network, -2);
    END;
CREATE TRIGGER game_ended AFTER UPDATE OF result ON games WHEN old.result = 'null' AND new.result <> 'null' BEGIN
        UPDATE unfinished SET games = games - 1 WHERE network IN (new.network, -2);
    END;
CREATE TRIGGER game_resumed AFTER UPDATE OF result ON games WHEN old.result <> 'null' AND new.result = 'null' BEGIN
        INSERT INTO unfinished VALUES (new.network, 1), (-2, 1) ON CONFLICT DO UPDATE SET games = games + 1;
    END;
COMMIT;
PRAGMA user_version=5;
