// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stdio: see stdio.h.
 */
#include "base/stdio.h"

#include <fcntl.h>
#include <unistd.h>

void quiet_stdio(void)
{
	int fd = open("/dev/null", O_RDWR | O_CLOEXEC);

	if (fd < 0)
		return;
	dup2(fd, STDIN_FILENO);
	dup2(fd, STDOUT_FILENO);
	if (fd > STDERR_FILENO)
		close(fd);
}
