// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {VaultFixture} from "../helpers/VaultFixture.sol";

/// @dev Each test is an attack that must not pay. BOB is the attacker, CAROL the victim.
contract VaultAttacksTest is VaultFixture {
    /// The attacker is the only holder, of as little as there may be, gives a fortune, and the victim's shares are rounded
    /// down.
    function test_firstHolderCannotInflateThePrice() public {
        wrap(BOB, 1e18);
        uint256 before = main.balanceOf(BOB);
        vm.startPrank(BOB);
        main.transfer(address(vault), 5_000e18);
        vault.injectYield(200_000e18);
        vault.investYield();
        vm.stopPrank();
        vm.warp(vm.getBlockTimestamp() + 25 hours);
        uint256 given = vault.totalAssets();
        vm.assertGe(given, 5_000e18, "a fortune");

        uint256 shares = wrap(CAROL, 1e18);
        vm.assertGe(vault.convertToAssets(shares), 1e18 - 1e9, "the victim loses a billionth");
        vm.assertGe(unwrap(CAROL, shares), 1e18 - 1e9, "the victim loses a billionth");
        unwrap(BOB, 1e18);
        vm.assertLe(main.balanceOf(BOB), before - 5_000e18 + given, "at most what the gift has bought");
    }

    /// TIDE that is sent to the vault changes nothing.
    function test_donatedTideIsNotCounted() public {
        wrap(CAROL, 100e18);
        (uint256 assets, uint256 price) = (vault.totalAssets(), sharePrice());
        vm.prank(BOB);
        main.transfer(address(vault), 8_000e18);
        vm.warp(vm.getBlockTimestamp() + 2 days);
        vault.investYield();
        vm.assertEq(vault.totalAssets(), assets);
        vm.assertEq(sharePrice(), price);
        vm.assertEq(unwrap(CAROL, 100e18), 100e18);
    }

    /// USDB that is sent to the vault is a gift like any other: released over a day, to those who hold shares then.
    function test_donatedUsdbIsReleasedOverADay() public {
        wrap(CAROL, 100e18);
        uint256 price = sharePrice();
        vm.startPrank(BOB);
        usdb.transfer(address(vault), 1_000e18);
        vault.buy(5_000e18);
        vm.assertEq(sharePrice(), price);
        uint256 held = main.balanceOf(BOB);
        vault.sell(5_000e18, false, 0);
        vm.assertEq(main.balanceOf(BOB) - held, 5_000e18);
    }

    function test_wrappingForOneBlockEarnsNothing() public {
        wrap(CAROL, 100e18);
        payTax(5_000e18);
        uint256 before = main.balanceOf(BOB);
        uint256 shares = wrap(BOB, 8_000e18);
        inject(5_000e18);
        unwrap(BOB, shares);
        vm.assertLe(main.balanceOf(BOB), before, "no gain");
        // For a block of 12 s it earns that part of a day.
        shares = wrap(BOB, 8_000e18);
        uint256 left = vault.unreleasedYield();
        vm.warp(vm.getBlockTimestamp() + 12);
        unwrap(BOB, shares);
        vm.assertLe(main.balanceOf(BOB), before + left * 12 / 86_400 + 1, "12 s of a day");
    }

    /// forge-config: default.fuzz.runs = 200
    /// forge-config: deep.fuzz.runs = 3000
    function testFuzz_wrappingAndUnwrappingNeverPays(uint256 seed) public {
        wrap(CAROL, bound(amountOf(seed, 8_000e18), 1e18, 8_000e18));
        for (uint256 i; i < 3; ++i) {
            seed = next(seed);
            inject(bound(amountOf(seed, 50_000e18), 1e15, 50_000e18));
            vm.warp(vm.getBlockTimestamp() + (seed >> 200) % 2 days);
            uint256 before = main.balanceOf(BOB);
            uint256 price = sharePrice();
            uint256 amount = bound(amountOf(seed >> 8, before), 1e18, before);
            uint256 shares = wrap(BOB, amount);
            uint256 first = (seed >> 64) % (shares + 1);
            if (first > 0) unwrap(BOB, first);
            if (first < shares) unwrap(BOB, shares - first);
            vm.assertLe(main.balanceOf(BOB), before, "paid back");
            vm.assertGe(sharePrice(), price, "price");
        }
    }

    /// Buying before and selling after the vault's purchase costs more tax than the price rises. The vault invests up to
    /// 1.7 times of what the pool holds.
    /// forge-config: default.fuzz.runs = 100
    /// forge-config: deep.fuzz.runs = 1000
    function testFuzz_sandwichLoses(uint256 seed) public {
        wrap(CAROL, 1_000e18);
        vault.investYield();
        uint256 amount = bound(amountOf(seed, main.reserve1() * 17 / 10), 1e15, main.reserve1() * 17 / 10);
        int256 gain = _sandwich(bound(amountOf(next(seed), 900_000e18), 1e12, 900_000e18), amount);
        vm.assertTrue(gain < 0, "the attacker loses");
    }

    /// The best amounts of an attacker around purchases of every size, also where the price rises most for the tax.
    function test_sandwichesLose() public {
        wrap(CAROL, 1_000e18);
        vault.investYield();
        uint256 r1 = main.reserve1();
        for (uint256 i = 1; i <= 17; i += 4) {
            for (uint256 amount = 1e18; amount <= 400_000e18; amount *= 5) {
                vm.assertTrue(_sandwich(amount, r1 * i / 10) < 0, "the attacker loses");
            }
        }
    }

    /// Beyond that it can win, less than 0.1 % of what the vault invests.
    function test_sandwichOfAFortuneWinsLittle() public {
        wrap(CAROL, 1_000e18);
        vault.investYield();
        uint256 invested = main.reserve1() * 5;
        for (uint256 amount = 100e18; amount <= 800_000e18; amount *= 3) {
            vm.assertTrue(_sandwich(amount, invested) < int256(invested / 1_000), "bounded");
        }
    }

    /// A loan of the vault that its borrower lets expire and liquidates costs the fee, at least.
    function test_liquidatingOneselfLoses() public {
        wrap(CAROL, 5_000e18);
        // What the rise of TIDE's price gives is no gain of an attack.
        uint256 price = main.getUSDPrice();
        uint256 worth = _worthOf(BOB, price);
        lock(BOB, wrap(BOB, 5_000e18));
        borrow(BOB, 4_500e18, 10);
        vm.warp(vm.getBlockTimestamp() + 10 days);
        uint256 carols = vault.convertToAssets(5_000e18);
        vm.startPrank(BOB);
        hub.liquidate(address(vault), 1);
        vault.settleLiquidation();
        (uint256 locked,,,) = vault.userVaults(BOB);
        if (locked > 0) vault.unlock(locked);
        vault.sell(vault.balanceOf(BOB), false, 0);
        vm.stopPrank();
        vm.assertLe(_worthOf(BOB, price), worth, "the attacker loses");
        vm.assertGe(vault.convertToAssets(5_000e18), carols, "at nobody's expense");
    }

    /// A borrower cannot leave with what is pledged: by transfers, approvals, unwrapping or a second loan.
    function test_pledgedSharesCannotLeave() public {
        uint256 shares = wrap(BOB, 5_000e18);
        lock(BOB, shares);
        borrow(BOB, vault.getAvailableStasis(BOB), 10);
        vault.investYield();
        bytes[7] memory calls = [
            abi.encodeCall(vault.transfer, (ALICE, 1)),
            abi.encodeCall(vault.transferFrom, (BOB, ALICE, 1)),
            abi.encodeCall(vault.sell, (1, false, 0)),
            abi.encodeCall(vault.sell, (1, true, 0)),
            abi.encodeCall(vault.borrow, (1e18, 10)),
            abi.encodeCall(vault.settleLiquidation, ()),
            abi.encodeCall(vault.unlock, (shares / 2))
        ];
        vm.startPrank(BOB);
        vault.approve(BOB, type(uint256).max);
        for (uint256 i; i < calls.length; ++i) {
            (bool done,) = address(vault).call(calls[i]);
            vm.assertFalse(done);
        }
    }

    /// Others can neither repay for a borrower, nor take over, nor settle an active loan.
    function test_loansAreTheirBorrowers() public {
        lock(CAROL, wrap(CAROL, 5_000e18));
        borrow(CAROL, 2_000e18, 10);
        lock(BOB, wrap(BOB, 1_000e18));
        borrow(BOB, 500e18, 10);
        vm.startPrank(BOB);
        vault.repay();
        (, uint256 pledged,, bool hasLoan) = vault.userVaults(CAROL);
        vm.assertTrue(hasLoan);
        vm.assertEq(pledged, 2_000e18);
        vm.expectRevert();
        vault.settleLiquidationFor(CAROL);
        // The hub's ids are the vault's.
        vm.expectRevert();
        hub.repayLoan(1);
        vm.expectRevert();
        hub.claimLiquidation(1);
    }

    /// @dev USDB that the attacker gains with `amount` around the investment of `yield`. Leaves the state as it was.
    function _sandwich(uint256 amount, uint256 yield) private returns (int256 gain) {
        uint256 state = vm.snapshotState();
        payTax(yield);
        uint256 before = usdb.balanceOf(BOB);
        uint256 tide = buy(BOB, address(main), amount);
        for (uint256 i; i < 5; ++i) {
            vault.investYield();
        }
        sell(BOB, address(main), tide);
        gain = int256(usdb.balanceOf(BOB)) - int256(before);
        vm.revertToState(state);
    }

    function _worthOf(address wallet, uint256 tidePrice) private view returns (uint256) {
        uint256 tide = main.balanceOf(wallet) + vault.convertToAssets(vault.balanceOf(wallet));
        return usdb.balanceOf(wallet) + tide * tidePrice / 1e18;
    }
}
