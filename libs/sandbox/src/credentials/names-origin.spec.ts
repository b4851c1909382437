import { namesOrigin } from './names-origin.js';

describe('namesOrigin', () => {
  it.each([
    ["fetch('https://api.example.com/v1')", 'https://api.example.com/v2?x=1'],
    ["fetch('https://api.example.com')", 'https://api.example.com'],
    ["fetch('https://API.example.com/')", 'https://api.example.com/'],
    ["fetch('http://api.example.com:8080/v1')", 'http://api.example.com:8080/'],
    ["const host = 'api.example.com';", 'https://api.example.com/'],
    ['`https://${key}@api.example.com/`', 'https://api.example.com/'],
    ['https://api.example.com.', 'https://api.example.com/'],
    ['{"url":"https:\\/\\/api.example.com\\/v1"}', 'https://api.example.com/'],
    ['api.example.com', 'https://api.example.com/'],
  ])('returns true for the code %s and the URL %s', (code, url) => {
    expect(namesOrigin([code], url)).toBe(true);
  });

  it.each([
    ["fetch('https://api.example.com/v1')", 'https://example.com/'],
    ["fetch('https://api.example.com/v1')", 'https://ple.com/'],
    ["fetch('https://api.example.com/v1')", 'https://api.example/'],
    ["fetch('https://api.example.com/v1')", 'https://api.example.com:444/'],
    ["fetch('https://api.example.com/v1')", 'http://api.example.com/'],
    ["fetch('http://api.example.com:8080/v1')", 'http://api.example.com:80/'],
    ["fetch('http://api.example.com:8080/v1')", 'http://api.example.com:808/'],
    ['https://api.example.com.evil.example', 'https://api.example.com/'],
    ['fetch(event.url)', 'https://evil.example/'],
    ['fetch(event.url, { body: event.properties.id })', 'https://event.properties.id/'],
    ['if (!event.name) log("event.name is missing")', 'https://event.name/'],
    ['', 'no url'],
  ])('returns false for the code %s and the URL %s', (code, url) => {
    expect(namesOrigin([code], url)).toBe(false);
  });
});
