/** Prints what was measured and whether it holds; the program fails when one does not. */
export function show(name: string, value: string | number, holds: boolean): void {
  console.log(`${holds ? "ok  " : "FAIL"} ${name.padEnd(52)} ${value}`);
  if (!holds) process.exitCode = 1;
}

export function printFigure(name: string, value: string | number): void {
  console.log(`     ${name.padEnd(52)} ${value}`);
}
