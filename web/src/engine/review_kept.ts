// review_kept.ts: the parts of reviews that this device has worked out, so that closing and
// coming back goes on. Where storage is forbidden or full, nothing is kept.
const NAME = 'roundhouse-reviews';
const MOST = 40; // games; the oldest are forgotten

let opening: Promise<IDBDatabase> | null = null;

function open(): Promise<IDBDatabase> {
    opening ??= new Promise((resolve, reject) => {
        const request = indexedDB.open(NAME, 1);
        request.onupgradeneeded = () => {
            request.result.createObjectStore('games'); // when a review was last opened
            request.result.createObjectStore('parts'); // lines
        };
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error(NAME));
    });
    return opening;
}

function done<Result>(request: IDBRequest<Result>): Promise<Result> {
    return new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error ?? new Error(NAME));
    });
}

const partsOf = (review: string): IDBKeyRange => IDBKeyRange.bound([review], [review, []]);

async function forgetOldest(database: IDBDatabase): Promise<void> {
    const stores = database.transaction(['games', 'parts'], 'readwrite');
    const games = stores.objectStore('games');
    const [names, times] = await Promise.all([done(games.getAllKeys()), done(games.getAll() as IDBRequest<number[]>)]);
    const oldest = names.map((name, i) => ({ name, at: times[i] ?? 0 })).sort((a, b) => b.at - a.at);
    for (const { name } of oldest.slice(MOST)) {
        games.delete(name);
        stores.objectStore('parts').delete(partsOf(String(name)));
    }
}

// The lines of a review, whose name is the key of the game and the version of the evaluator.
export async function keptLines(review: string): Promise<string[]> {
    try {
        const database = await open();
        database.transaction('games', 'readwrite').objectStore('games').put(Date.now(), review);
        await forgetOldest(database);
        const parts = database.transaction('parts').objectStore('parts');
        return await done(parts.getAll(partsOf(review)) as IDBRequest<string[]>);
    } catch {
        return [];
    }
}

export async function keepLine(review: string, part: number, line: string): Promise<void> {
    try {
        (await open()).transaction('parts', 'readwrite').objectStore('parts').put(line, [review, part]);
    } catch {
        // Forbidden or full: it is worked out again the next time.
    }
}
