/* Macros that widespread headers define under short names, for the tests that compile the public
   headers after them: a use of one is an error. SPDX-License-Identifier: Apache-2.0 OR MIT */
#define NOT_OURS @

/* Function-like: they matter where a name is followed by "(". */
/* AssertMacros.h of macOS before 10.12's SDK */
#define verify(x) NOT_OURS
#define check(x) NOT_OURS
#define require(x, y) NOT_OURS
/* windows.h, Arduino.h, sys/param.h */
#define min(x, y) NOT_OURS
#define max(x, y) NOT_OURS
/* Arduino.h */
#define abs(x) NOT_OURS
#define round(x) NOT_OURS
#define constrain(x, y, z) NOT_OURS
#define bit(x) NOT_OURS
#define bitRead(x, y) NOT_OURS
#define bitSet(x, y) NOT_OURS
#define F(x) NOT_OURS
#define sq(x) NOT_OURS
#define lowByte(x) NOT_OURS
/* sys/sysmacros.h */
#define major(x) NOT_OURS
#define minor(x) NOT_OURS
#define makedev(x, y) NOT_OURS
/* Zephyr, Linux, BSD */
#define swap(x, y) NOT_OURS
#define likely(x) NOT_OURS
#define unlikely(x) NOT_OURS
#define roundup(x, y) NOT_OURS

/* Object-like. */
/* complex.h */
#define I NOT_OURS
#define complex NOT_OURS
/* windows.h */
#define small NOT_OURS
#define hyper NOT_OURS
#define near NOT_OURS
#define far NOT_OURS
#define interface NOT_OURS
#define pascal NOT_OURS
#define IN NOT_OURS
#define OUT NOT_OURS
#define OPTIONAL NOT_OURS
#define CONST NOT_OURS
#define VOID NOT_OURS
#define DELETE NOT_OURS
#define ERROR NOT_OURS
#define NO_ERROR NOT_OURS
#define IGNORE NOT_OURS
#define INFINITE NOT_OURS
#define STRICT NOT_OURS
#define TRUE NOT_OURS
#define FALSE NOT_OURS
/* termios.h, Arduino's binary.h */
#define B0 NOT_OURS
#define B1 NOT_OURS
#define B110 NOT_OURS
/* newlib's ctype.h */
#define _U NOT_OURS
#define _L NOT_OURS
#define _N NOT_OURS
#define _S NOT_OURS
#define _P NOT_OURS
#define _C NOT_OURS
#define _X NOT_OURS
#define _B NOT_OURS
/* gcc without -std=c..; Arduino.h; termcap and curses */
#define unix NOT_OURS
#define linux NOT_OURS
#define i386 NOT_OURS
#define arm NOT_OURS
#define PI NOT_OURS
#define EULER NOT_OURS
#define HIGH NOT_OURS
#define LOW NOT_OURS
#define INPUT NOT_OURS
#define OUTPUT NOT_OURS
#define DEFAULT NOT_OURS
#define EXTERNAL NOT_OURS
#define OK NOT_OURS
#define ERR NOT_OURS
/* X11, Objective-C, Qt */
#define Status NOT_OURS
#define Bool NOT_OURS
#define True NOT_OURS
#define False NOT_OURS
#define None NOT_OURS
#define Success NOT_OURS
#define Always NOT_OURS
#define YES NOT_OURS
#define NO NOT_OURS
#define nil NOT_OURS
#define signals NOT_OURS
#define slots NOT_OURS
#define emit NOT_OURS
#define foreach NOT_OURS
