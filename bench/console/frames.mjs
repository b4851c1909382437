import { percentile, round } from '../support/statistics.mjs';

/** Pixels a second: two and a half screens of rows. */
const SPEED = 1_500;
const LONGEST_GESTURE_PX = 15_000;

const START = `
  window.benchFrames = [];
  window.benchTasks.length = 0;
  window.benchStop = false;
  let last;
  const tick = (now) => {
    if (last !== undefined) window.benchFrames.push(now - last);
    last = now;
    if (!window.benchStop) requestAnimationFrame(tick);
  };
  requestAnimationFrame(tick);`;

/**
 * Times between the frames of a page while something is done with it.
 *
 * @returns frames, their p50, p95 and longest in ms, and tasks of more than 50 ms
 */
export async function framesWhile({ page }, work) {
  await page.evaluate(`${START};0`);
  await work();
  const { frames, tasks } = await page.evaluate(
    `window.benchStop = true; ({ frames: window.benchFrames, tasks: window.benchTasks })`,
  );
  return {
    frames: frames.length,
    p50: round(percentile(frames, 0.5)),
    p95: round(percentile(frames, 0.95)),
    most: round(Math.max(...frames)),
    longTasks: tasks.length,
  };
}

/** Scrolls down with the wheel, as the compositor of the browser does it, at an even speed. */
export async function scrollDown({ page, cdp }, selector, seconds) {
  const box = await page.locator(selector).first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let left = seconds * SPEED; left > 0; left -= LONGEST_GESTURE_PX) {
    await cdp.send('Input.synthesizeScrollGesture', {
      ...{ x, y, speed: SPEED, gestureSourceType: 'mouse', preventFling: true },
      yDistance: -Math.min(left, LONGEST_GESTURE_PX),
    });
  }
}
