"""Work on the machines of a dask.distributed cluster: jobs, and engines that think there."""
