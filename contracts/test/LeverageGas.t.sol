// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {LeverageFixture} from "./helpers/LeverageFixture.sol";

/// @dev Gas of leverage, each call as a transaction of its own. Compared with `snapshots/Leverage.json`.
contract LeverageGasTest is LeverageFixture {
    uint256 private constant LIMIT = 8_000_000;

    /// The most rounds: the fewest days, and a purchase so small that it moves no price.
    function test_gasOfTheMostRounds() public {
        _open(tokenOf(0), 1e18, 1, "open 1 USDB of TIDE for a day");
        _open(tokenOf(1), 1e18, 1, "open 1 USDB at multiplier 1 for a day");
        _open(tokenOf(50), 1e18, 1, "open 1 USDB at multiplier 50 for a day");
        _open(tokenOf(90), 1e18, 1, "open 1 USDB at multiplier 90 for a day");
        _open(tokenOf(100), 1e18, 1, "open 1 USDB at multiplier 100 for a day");
    }

    function test_gasOfLargePurchases() public {
        _open(tokenOf(0), 1_000_000e18, 1, "open 1,000,000 USDB of TIDE for a day");
        _open(tokenOf(1), 1_000_000e18, 1, "open 1,000,000 USDB at multiplier 1 for a day");
        _open(tokenOf(80), 1_000e18, 1, "open 1,000 USDB at multiplier 80 for a day");
        _open(tokenOf(100), 1_000_000e18, 1_000, "open 1,000,000 USDB at multiplier 100 for 1,000 days");
    }

    function test_gasOfClosing() public {
        leverage(tokenOf(80), 1_000e18, 30);
        close(1, 50);
        vm.snapshotGasLastCall("Leverage", "sell half of a position");
        close(1, 100);
        vm.snapshotGasLastCall("Leverage", "close a position");
    }

    /// In pools of every size, whose reserves decide how fast the rounds shrink.
    /// forge-config: default.fuzz.runs = 20
    /// forge-config: deep.fuzz.runs = 500
    function testFuzz_gasStaysBelowTheLimit(uint256 seed) public {
        address token = tokenOf([uint256(0), 1, 10, 30, 45, 50, 55, 80, 90, 100][seed % 10]);
        fund(BOB, 1e30);
        buy(BOB, address(main), usdbOf(draw(seed, 1), 1e18, 1e29));
        buy(BOB, token, usdbOf(draw(seed, 2), 1e18, 1e29));
        fund(TRADER, 1e29);
        uint256 amount = usdbOf(draw(seed, 3), 1e18, 1e29);
        uint256 numberOfDays = bound(draw(seed, 4), 1, 1_000);
        if (simulate(token, amount, numberOfDays).totalRepay < main.minimumLoan()) return;
        leverage(token, amount, numberOfDays);
        vm.assertLe(vm.lastCallGas().gasTotalUsed, LIMIT, "below 8,000,000");
    }

    function _open(address token, uint256 amount, uint256 numberOfDays, string memory name) private {
        // The first position of a trader writes more slots than later ones.
        leverage(token, amount, numberOfDays);
        vm.assertLe(vm.snapshotGasLastCall("Leverage", name), LIMIT, name);
    }
}
