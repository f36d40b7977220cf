import { sqliteUnderTest } from '../sqlite/operator.fixture.ts';
import { temporaryFiles } from '../sqlite/temporary-folder.fixture.ts';
import { describeBackups, describeRestores } from '../suite/backup.suite.ts';

const path = temporaryFiles();
const SQLITE = sqliteUnderTest(path);

describeBackups('on SQLite', SQLITE, path);
describeRestores('from SQLite to SQLite', SQLITE, SQLITE, path);
