const TOKEN = /"(?:\\.|[^"\\])*"|\{\s*\}|\[\s*\]|[{}[\],:]|\s+|[^\s{}[\],:"]+/g;

/** JSON with one member a line. Numbers and texts stay as they were sent. Returns what isn't JSON unchanged. */
export function indentedJson(text: string): string {
  if (!isJson(text)) return text;
  let depth = 0;
  // Deeper JSON is no response of the API, and its indentation would be larger than memory.
  const line = () => `\n${'  '.repeat(Math.min(depth, 50))}`;
  return text.replaceAll(TOKEN, (token) => {
    switch (token) {
      case '{':
      case '[':
        depth += 1;
        return token + line();
      case '}':
      case ']':
        depth -= 1;
        return line() + token;
      case ',':
        return token + line();
      case ':':
        return ': ';
      default:
        return /^[{[]/.test(token) ? token.replaceAll(/\s/g, '') : token.trim();
    }
  });
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
