let edits = [];

export function initialize(data) {
  edits = data;
}

/** Edits apply to single built files. So the app starts from these files, not from its bundle. */
export async function resolve(specifier, context, nextResolve) {
  const resolved = await nextResolve(specifier, context);
  return { ...resolved, url: resolved.url.replace(/\/dist\/bundle\/main\.js$/, '/dist/main.js') };
}

export async function load(url, context, nextLoad) {
  const loaded = await nextLoad(url, context);
  let source;
  for (const { file, find, replace } of edits) {
    if (!url.endsWith(file)) continue;
    source ??= Buffer.from(loaded.source).toString();
    if (source.split(find).length !== 2) throw new Error(`"${find}" must occur once in ${url}`);
    source = source.replace(find, () => replace);
  }
  return source === undefined ? loaded : { ...loaded, source };
}
