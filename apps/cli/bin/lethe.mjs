#!/usr/bin/env -S node --disable-warning=TimeoutNegativeWarning
import '../dist/main.js';
